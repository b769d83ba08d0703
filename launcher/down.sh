# down and reset.
# shellcheck shell=bash

DOWN_ORDER=(portal keycloak postgres spawner)

end_all() {
  local part
  for part in "${DOWN_ORDER[@]}"; do
    if is_up "$part"; then
      step "Ending ${part/#portal/the portal}"
      end "$part"
      ok
    else
      rm -f "$STATE/run/$part.pid"
    fi
  done
}

run_down() {
  COMMAND=down
  if ! is_ours; then
    say "Gatehouse is down; nothing was ever started in $STATE."
    exit 0
  fi
  need_owner
  lock
  end_all
  local jobs
  jobs=$(running_jobs)
  say "Gatehouse is down."
  if ((jobs > 0)); then say "$jobs job$( ((jobs == 1)) || echo s) run on; the next up takes them over with their true end."; fi
}

need_owner() {
  [[ $(stat -c %u "$STATE/$MARK") == "$EUID" ]] || die "the state folder $STATE belongs to $(stat -c %U "$STATE/$MARK")." \
    "Run ./gatehouse as $(stat -c %U "$STATE/$MARK")."
}

run_reset() {
  COMMAND=reset
  local sure='' answer
  while (($# > 0)); do
    case $1 in --yes | -y) sure=yes && shift ;; *) wrong_use "reset does not know \"$1\"" ;; esac
  done
  if ! [[ -e $STATE ]]; then
    say "There is no state folder $STATE; nothing to delete."
    exit 0
  fi
  is_ours || die "$STATE is not a state folder of Gatehouse; nothing is deleted." "It lacks the file $MARK, or is a link."
  need_owner
  lock
  if [[ -z $sure ]]; then
    say "This ends Gatehouse and deletes all of $STATE: people's folders, logs, passwords, the database."
    read -r -p "Type yes to go on: " answer || answer=
    [[ $answer == yes ]] || die "nothing was deleted."
  fi
  end_all
  local jobs
  jobs=$(running_jobs)
  ((jobs == 0)) || end_jobs
  step "Deleting $STATE"
  rm -rf --one-file-system "$STATE" || die "not all of $STATE could be deleted."
  ok
}

# Jobs would write into folders that are gone. Their runner ends the whole tree of a job when it gets TERM.
end_jobs() {
  local folder pid at until=$((SECONDS + 45))
  step "Ending jobs"
  for folder in "$STATE"/runs/*/; do
    [[ -f ${folder}start && ! -f ${folder}exit ]] || continue
    pid=$(sed -n 's/^runner=//p' "${folder}start")
    at=$(sed -n 's/^runner-ticks=//p' "${folder}start")
    [[ -n $pid && $(ticks "$pid") == "$at" ]] && kill -TERM "$pid"
  done
  while (($(running_jobs) > 0)) && ((SECONDS < until)); do sleep 0.3; done
  ok
}
