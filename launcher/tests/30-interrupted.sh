#!/usr/bin/env bash
# An up that is ended half-way ends what it started, and the next one works on from there.
set -uo pipefail
gatehouse=$(cd "$(dirname "$0")/../.." && pwd)/gatehouse
folder=$(mktemp -d /tmp/gatehouse-interrupted.XXXXXX)
chmod 0711 "$folder"
unset GATEHOUSE_ODD_PEOPLE
export GATEHOUSE_STATE=$folder/state
export GATEHOUSE_PORT=35080 GATEHOUSE_KEYCLOAK_PORT=35081 GATEHOUSE_KEYCLOAK_MANAGEMENT_PORT=35090 GATEHOUSE_DB_PORT=35432
trap '"$gatehouse" reset --yes >/dev/null 2>&1; rm -rf "$folder"' EXIT

"$gatehouse" up >"$folder/first" 2>&1 </dev/null &
up=$!
until=$((SECONDS + 240))
until [[ -f $GATEHOUSE_STATE/run/postgres.pid ]]; do
  kill -0 "$up" 2>/dev/null || { cat "$folder/first" && echo "FAILED  up ended by itself" && exit 1; }
  ((SECONDS < until)) || { cat "$folder/first" && echo "FAILED  PostgreSQL was never started" && exit 1; }
  sleep 0.2
done
read -r postgres _ <"$GATEHOUSE_STATE/run/postgres.pid"
# A second command does not push in between.
"$gatehouse" down >"$folder/second" 2>&1 && echo "FAILED  down did not see that up is at work" && exit 1
grep -q "is at work" "$folder/second" || { cat "$folder/second" && echo "FAILED  down did not say who is at work" && exit 1; }
kill -TERM "$up"
wait "$up"
[[ $? == 143 ]] || { cat "$folder/first" && echo "FAILED  up did not end as asked" && exit 1; }
[[ ! -d /proc/$postgres ]] || { echo "FAILED  PostgreSQL still runs" && exit 1; }
for port in 35080 35081 35090 35432; do
  if (exec 3<>"/dev/tcp/127.0.0.1/$port") 2>/dev/null; then echo "FAILED  something listens on $port" && exit 1; fi
done
ls "$GATEHOUSE_STATE"/run/*.pid 2>/dev/null && echo "FAILED  a part is still on record" && exit 1
flock -n "$GATEHOUSE_STATE/lock" true || { echo "FAILED  the state folder is still locked" && exit 1; }
echo "ok      up that is ended takes back what it started"
