# The state folder: made, recognised, locked.
# shellcheck shell=bash

# A file that only a state folder of ours has; reset deletes nothing without it.
MARK=gatehouse-state

is_ours() {
  [[ -f $STATE/$MARK && ! -L $STATE ]]
}

open_state() {
  local error
  if [[ -d $STATE ]] && ! is_ours && [[ -n $(ls -A "$STATE" 2>&1) ]]; then
    die "$STATE holds other things, so it is not taken as the state folder." \
      "Name an empty or a new folder: GATEHOUSE_STATE=/var/lib/gatehouse ./gatehouse up"
  fi
  if ! error=$(mkdir -p "$STATE" 2>&1 && : 2>&1 >>"$STATE/$MARK"); then
    die "the state folder $STATE cannot be written: ${error##*: }" \
      "Make it writable for $(id -un), or name another: GATEHOUSE_STATE=\$HOME/gatehouse-state ./gatehouse up"
  fi
  local owner
  owner=$(stat -c %u "$STATE/$MARK")
  if [[ $owner != "$EUID" ]]; then
    die "the state folder $STATE belongs to $(stat -c %U "$STATE/$MARK"), you are $(id -un)." \
      "Run ./gatehouse as $(stat -c %U "$STATE/$MARK"), or name another folder with GATEHOUSE_STATE."
  fi
  local folder
  for folder in log lib app run secrets; do mkdir -p "$STATE/$folder"; done || die "no folder can be made in $STATE"
  chmod 0711 "$STATE" "$STATE/secrets"
  chmod 0750 "$LOGS"
  chmod 0755 "$LIB" "$STATE/app"
  [[ -w $STATE/run && -w $LOGS ]] || die "the state folder $STATE cannot be written." "Is its disk mounted read-only?"
}

# One command at a time changes things. lock [wait]
lock() {
  exec 9>>"$STATE/lock"
  if ! flock -n 9; then
    local other
    other=$(cat "$STATE/lock.by" 2>/dev/null)
    if [[ ${1:-} != wait ]]; then
      die "another ./gatehouse ${other:-command} is at work on $STATE." "Wait for it, or end it with Ctrl-C, then try again."
    fi
    say "Another ./gatehouse ${other:-command} is at work on $STATE; waiting for it."
    flock -w 900 9 || die "it is still at work after 15 minutes." "End it, then try again."
  fi
  echo "${COMMAND:-command} (pid $$)" >"$STATE/lock.by"
}

check_room() {
  local need=$1 free
  free=$(df -Pk "$STATE" | awk 'NR == 2 { print $4 }')
  if [[ -n $free ]] && ((free < need * 1024)); then
    die "$STATE has $((free / 1024)) MB of free disk space; $need MB are needed." \
      "Free some, or name a folder on another disk: GATEHOUSE_STATE=/big/disk/gatehouse ./gatehouse up"
  fi
}

check_socket_length() {
  local path
  for path in "$STATE/run/spawner.sock~" "$STATE/postgres/.s.PGSQL.$DB_PORT.lock"; do
    if (($(printf %s "$path" | wc -c) > 107)); then
      die "the path of a socket would be longer than the 107 bytes that Linux allows: $path" \
        "Name a state folder with a shorter path: GATEHOUSE_STATE=/var/lib/gatehouse ./gatehouse up"
    fi
  done
}
