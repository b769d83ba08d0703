# status, logs, version: look, change nothing.
# shellcheck shell=bash

address_of() {
  case $1 in
    portal) echo "$BASE_URL" ;;
    keycloak) echo "$KEYCLOAK_URL" ;;
    postgres) echo "127.0.0.1:$DB_PORT" ;;
    spawner) echo "$STATE/$SPAWNER_SOCKET" ;;
  esac
}

answers() {
  case $1 in
    portal) http GET "$PORT" /api/v1/me && [[ $HTTP_STATUS == 401 ]] ;;
    keycloak) keycloak_answers ;;
    postgres) postgres_answers ;;
    spawner) spawner_answers ;;
  esac
}

since() {
  local at boot hz
  at=$(ticks "$1") || return
  boot=$(awk '$1 == "btime" { print $2 }' /proc/stat)
  hz=$(getconf CLK_TCK)
  date -d "@$((boot + at / hz))" '+%F %T %Z'
}

run_status() {
  local part pid word code=0
  if [[ -e $STATE ]] && ! [[ -x $STATE/run && -r $STATE/run ]]; then
    die "$STATE cannot be looked into." "Run ./gatehouse as $(stat -c %U "$STATE")."
  fi
  printf '%-9s %-14s %-8s %-24s %s\n' part state pid since address
  for part in postgres keycloak spawner portal; do
    if pid=$(pid_of "$part"); then
      word=up
      answers "$part" || { word="no answer" && code=3; }
      printf '%-9s %-14s %-8s %-24s %s\n' "$part" "$word" "$pid" "$(since "$pid")" "$(address_of "$part")"
    else
      printf '%-9s %-14s %-8s %-24s %s\n' "$part" down - - "$(address_of "$part")"
      code=3
    fi
  done
  say "Running jobs: $(running_jobs). State: $STATE"
  exit $code
}

run_logs() {
  local part='' follow='' lines=40
  while (($# > 0)); do
    case $1 in
      portal | keycloak | postgres | spawner | build) part=$1 && shift ;;
      -f | --follow) follow=yes && shift ;;
      -n)
        [[ ${2:-} =~ ^[0-9]+$ ]] || wrong_use "-n needs a number of lines"
        lines=$2 && shift 2
        ;;
      *) wrong_use "logs does not know \"$1\"; parts are portal, keycloak, postgres, spawner, build" ;;
    esac
  done
  local -a files=()
  for part in ${part:-portal keycloak postgres spawner}; do
    [[ -f $LOGS/$part.log ]] && files+=("$LOGS/$part.log")
  done
  ((${#files[@]} > 0)) || die "there is no log in $LOGS yet." "Logs come with ./gatehouse up."
  if [[ -n $follow ]]; then exec tail -n "$lines" -F "${files[@]}"; fi
  tail -n "$lines" "${files[@]}"
}

run_version() {
  local commit
  commit=$(git -C "$REPO" rev-parse --short HEAD 2>/dev/null)
  say "Gatehouse $(sed -n 's|.*<version>\(.*\)</version>.*|\1|p' "$REPO/pom.xml" | head -n 1)${commit:+ ($commit)}"
  say "Payara Micro $(version_of payara.version), Keycloak $(version_of keycloak.version), PostgreSQL $(version_of postgresql.binaries.version)"
}
