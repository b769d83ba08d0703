# Parts as processes: started detached, recorded with their start time, waited for, ended.
# shellcheck shell=bash

PARTS=(postgres keycloak spawner portal)
# What this command started, in order; ended again when it fails.
STARTED=()
# Process group of a build or tool that runs now; ended when this command is.
HELPER=
# A tool that runs beside, and what to look after while a helper works.
BESIDE=
MEANWHILE=true

# ticks PID: field 22 of its stat, the start time; with the pid it names a process for good.
ticks() {
  local stat
  { read -r stat <"/proc/$1/stat"; } 2>/dev/null || return 1
  # shellcheck disable=SC2086
  set -- ${stat##*) }
  [[ $1 != Z ]] && echo "${20}"
}

record() {
  local part=$1 pid=$2 at
  at=$(ticks "$pid") || return 1
  (umask 077 && echo "$pid $at" >"$STATE/run/$part.pid")
}

# pid_of PART: prints the pid when the recorded process is alive.
pid_of() {
  local pid at
  { read -r pid at <"$STATE/run/$1.pid"; } 2>/dev/null || return 1
  [[ -n $at && $(ticks "$pid") == "$at" ]] && echo "$pid"
}

is_up() {
  pid_of "$1" >/dev/null
}

all_up() {
  local part
  for part in "${PARTS[@]}"; do is_up "$part" || return 1; done
}

# Only what a part is meant to see is left in its environment.
bare_environment() {
  local name
  for name in $(compgen -e); do
    case $name in LC_ALL) ;; *) unset "$name" ;; esac
  done
  export PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin
}

# launch PART ACCOUNT ENVIRONMENT COMMAND...: ENVIRONMENT is a function that exports; secrets go that way, never in argv.
# Leaves the pid in LAUNCHED; every exec on the way keeps it.
launch() {
  local part=$1 account=$2 environment=$3
  shift 3
  rotate "$LOGS/$part.log"
  printf -- '---- %s %s starts\n' "$(date -u +%FT%TZ)" "$part" >>"$LOGS/$part.log"
  (
    trap - INT TERM HUP EXIT
    exec 8>&- 9>&- </dev/null >>"$LOGS/$part.log" 2>&1
    cd /
    bare_environment
    "$environment"
    become "$account"
    exec setsid "${BECOME[@]}" "$@"
  ) &
  LAUNCHED=$!
  STARTED+=("$part")
  record "$part" "$LAUNCHED"
}

rotate() {
  if [[ -f $1 ]] && (($(stat -c %s "$1") > 20000000)); then mv "$1" "$1.1"; fi
}

# await PART SECONDS CHECK: until CHECK is true; a part that dies or takes too long ends the command.
await() {
  local part=$1 limit=$2 check=$3 from=$SECONDS
  until "$check"; do
    if ! is_up "$part"; then
      gave_up "$part" "$part ended while it was starting."
    elif ((SECONDS - from > limit)); then
      gave_up "$part" "$part did not answer within $limit seconds."
    fi
    sleep 0.3
  done
}

gave_up() {
  [[ -n $STEP_OPEN ]] && printf 'failed\n'
  STEP_OPEN=
  tail_of "$LOGS/$1.log"
  die "$2" "Its whole log: $LOGS/$1.log" "When the log names no cause: ./gatehouse down, then ./gatehouse up again."
}

# end PART: TERM, some time, KILL; prints nothing. PostgreSQL takes INT as "end now, in order".
end() {
  local part=$1 pid gentle=TERM until
  pid=$(pid_of "$part") || { rm -f "$STATE/run/$part.pid"; return 0; }
  [[ $part == postgres ]] && gentle=INT
  kill -"$gentle" "$pid" 2>/dev/null
  until=$((SECONDS + 30))
  while is_up "$part"; do
    ((SECONDS > until)) && kill -KILL "$pid" 2>/dev/null
    sleep 0.1
  done
  rm -f "$STATE/run/$part.pid"
}

# helper LOG COMMAND...: a build or tool in a process group of its own, so that it can be ended whole at any time.
helper() {
  local log=$1 status
  shift
  (trap - INT TERM HUP EXIT && exec 8>&- 9>&- && exec setsid "$@") </dev/null >>"$log" 2>&1 &
  HELPER=$!
  while ticks "$HELPER" >/dev/null; do
    "$MEANWHILE"
    sleep 0.2
  done
  wait "$HELPER"
  status=$?
  HELPER=
  return $status
}

# beside LOG COMMAND...: the same, not waited for.
beside() {
  local log=$1
  shift
  (trap - INT TERM HUP EXIT && exec 8>&- 9>&- && exec setsid "$@") </dev/null >>"$log" 2>&1 &
  BESIDE=$!
}

# A command that fails or is ended takes along what it started, and nothing else.
take_back() {
  local status=$? at
  trap '' INT TERM HUP
  trap - EXIT
  [[ -n $HELPER ]] && kill -TERM -- "-$HELPER" 2>/dev/null
  [[ -n $BESIDE ]] && kill -TERM -- "-$BESIDE" 2>/dev/null
  if ((${#STARTED[@]} > 0)); then
    [[ -n $STEP_OPEN ]] && echo
    say "Ending what was started: ${STARTED[*]}"
    for ((at = ${#STARTED[@]} - 1; at >= 0; at--)); do end "${STARTED[at]}"; done
  fi
  exit $status
}

guard() {
  trap take_back EXIT
  trap 'exit 130' INT
  trap 'exit 143' TERM HUP
}

# Jobs are kept by runners that outlive everything here.
running_jobs() {
  local folder pid at count=0
  for folder in "$STATE"/runs/*/; do
    [[ -f ${folder}start && ! -f ${folder}exit ]] || continue
    pid=$(sed -n 's/^runner=//p' "${folder}start")
    at=$(sed -n 's/^runner-ticks=//p' "${folder}start")
    [[ -n $pid && $(ticks "$pid") == "$at" ]] && count=$((count + 1))
  done
  echo "$count"
}
