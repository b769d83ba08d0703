#!/usr/bin/env bash
# What can go wrong with up says its cause and its cure, and leaves nothing running. Needs Gatehouse up in GATEHOUSE_STATE.
set -uo pipefail
gatehouse=$(cd "$(dirname "$0")/../.." && pwd)/gatehouse
running=$GATEHOUSE_STATE
folder=$(mktemp -d /tmp/gatehouse-messages.XXXXXX)
chmod 0711 "$folder"
trap 'rm -rf "$folder"' EXIT
unset GATEHOUSE_STATE GATEHOUSE_ODD_PEOPLE
export GATEHOUSE_PORT=34080 GATEHOUSE_KEYCLOAK_PORT=34081 GATEHOUSE_KEYCLOAK_MANAGEMENT_PORT=34090 GATEHOUSE_DB_PORT=34432
failed=0

# says CODE NAME COMMAND... -- WORD...: the command ends with CODE and its output has all the words.
says() {
  local code=$1 name=$2 output status word
  local -a command=()
  shift 2
  while [[ $1 != -- ]]; do command+=("$1") && shift; done
  shift
  output=$(timeout 60 "${command[@]}" 2>&1 </dev/null)
  status=$?
  for word in "$@"; do
    if [[ $output != *"$word"* ]]; then
      echo "FAILED  $name: \"$word\" is not in: $output"
      failed=1
      return
    fi
  done
  if [[ $status != "$code" ]]; then
    echo "FAILED  $name: exit code $status, not $code: $output"
    failed=1
    return
  fi
  echo "ok      $name"
}

taken=$(sed -n 's/^KEYCLOAK_PORT=//p' "$running/settings")
holder=$(cut -d ' ' -f 1 "$running/run/keycloak.pid")
says 1 "Keycloak's port is taken" env GATEHOUSE_STATE="$folder/a" "$gatehouse" up --keycloak-port "$taken" -- \
  "port $taken" "pid $holder" "java" "--keycloak-port"
says 1 "no JDK 25" env JAVA_HOME= GATEHOUSE_JDK_SEARCH="$folder/none/*" GATEHOUSE_STATE="$folder/b" "$gatehouse" up -- \
  "no JDK 25" "$folder/none" "JAVA_HOME=" "Install"
touch "$folder/file"
says 1 "a file is in the way of the state folder" env GATEHOUSE_STATE="$folder/file/state" "$gatehouse" up -- \
  "cannot be written" "Not a directory" "GATEHOUSE_STATE="
says 1 "a state folder that cannot be made" env GATEHOUSE_STATE=/proc/gatehouse "$gatehouse" up -- \
  "/proc/gatehouse cannot be written" "GATEHOUSE_STATE="
mkdir "$folder/full" && touch "$folder/full/thesis.tex"
says 1 "a folder with other things in it" env GATEHOUSE_STATE="$folder/full" "$gatehouse" up -- "holds other things" "GATEHOUSE_STATE="
says 1 "reset deletes no folder that is not ours" env GATEHOUSE_STATE="$folder/full" "$gatehouse" reset --yes -- "nothing is deleted"
[[ -f $folder/full/thesis.tex ]] || { echo "FAILED  reset deleted a folder that is not ours" && failed=1; }
long=$folder/$(printf 'x%.0s' $(seq 100))
says 1 "a path too long for a socket" env GATEHOUSE_STATE="$long" "$gatehouse" up -- "107 bytes" "GATEHOUSE_STATE="
if [[ $EUID -eq 0 ]]; then
  mkdir -m 0700 "$folder/closed"
  says 1 "a folder above the state folder is closed" env GATEHOUSE_STATE="$folder/closed/state" "$gatehouse" up -- \
    "cannot pass $folder/closed" "/var/lib/gatehouse"
fi
says 2 "one port for two parts" "$gatehouse" up --port 34081 -- "34081 is given to two parts"
says 2 "an unknown command" "$gatehouse" upp -- "unknown command" "help"
says 2 "an unknown option" "$gatehouse" up --fast -- "--fast" "help"
says 2 "a port that is none" "$gatehouse" up --port 99999 -- "65535"
says 0 "up when up" env -u GATEHOUSE_PORT -u GATEHOUSE_KEYCLOAK_PORT -u GATEHOUSE_KEYCLOAK_MANAGEMENT_PORT -u GATEHOUSE_DB_PORT \
  GATEHOUSE_STATE="$running" "$gatehouse" up -- "Gatehouse is up." "http://localhost"
says 0 "status when all is up" env -u GATEHOUSE_PORT -u GATEHOUSE_KEYCLOAK_PORT -u GATEHOUSE_KEYCLOAK_MANAGEMENT_PORT -u GATEHOUSE_DB_PORT \
  GATEHOUSE_STATE="$running" "$gatehouse" status -- portal keycloak postgres spawner
says 3 "status when nothing is up" env GATEHOUSE_STATE="$folder/a" "$gatehouse" status -- down

for pid in "$folder"/*/run/*.pid; do
  [[ -e $pid ]] && echo "FAILED  something was started: $pid" && failed=1
done
for port in 34080 34081 34090 34432; do
  if (exec 3<>"/dev/tcp/127.0.0.1/$port") 2>/dev/null; then echo "FAILED  something listens on $port" && failed=1; fi
done
exit $failed
