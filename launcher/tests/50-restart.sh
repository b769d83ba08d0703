#!/usr/bin/env bash
# Who is signed in stays so when the portal is killed, and when everything goes down and up. Needs Gatehouse up in GATEHOUSE_STATE.
set -uo pipefail
here=$(cd "$(dirname "$0")" && pwd)
gatehouse=$(cd "$here/../.." && pwd)/gatehouse

fail() {
  echo "FAILED  $1"
  exit 1
}

# field NAME: of what the portal says of the session.
field() {
  local me
  me=$(node "$here/session.mjs" me "$GATEHOUSE_URL") || { echo "$me" && return 1; }
  node -e 'console.log(JSON.parse(process.argv[1])[process.argv[2]])' "$me" "$1"
}

# still WHEN: the same person in the same session as at the beginning.
still() {
  local name
  name=$(field username) || fail "$1: the session is gone: $name"
  [[ $name == alice ]] || fail "$1: the session is $name's"
  [[ $(field csrfToken) == "$token" ]] || fail "$1: it is another session"
  echo "ok      $1, the session is the same"
}

SESSION_COOKIE=$(node "$here/session.mjs" sign-in "$GATEHOUSE_URL" alice) || fail "alice cannot sign in"
export SESSION_COOKIE
token=$(field csrfToken)
[[ ${#token} -ge 40 ]] || fail "the session has no token: $token"
still "before"
SESSION_COOKIE=${SESSION_COOKIE%????}AAAA field username >/dev/null && fail "a made-up cookie is a session"

read -r portal _ <"$GATEHOUSE_STATE/run/portal.pid"
kill -9 "$portal"
until=$((SECONDS + 20))
while [[ -d /proc/$portal && $(sed 's/.*) //' "/proc/$portal/stat" 2>/dev/null) != Z* ]]; do
  ((SECONDS < until)) || fail "the portal cannot be killed"
  sleep 0.1
done
field username >/dev/null 2>&1 && fail "somebody answers after the portal was killed"
"$gatehouse" up || fail "up after the portal was killed"
still "after kill -9 of the portal and up"

"$gatehouse" down || fail "down"
# Rights are re-read after a minute, so that what Keycloak kept of the session is needed too.
GATEHOUSE_RIGHTS_MINUTES=1 "$gatehouse" up || fail "up after down"
up_since=$(date -u +%FT%TZ)
still "after down and up"
until=$((SECONDS + 120))
while [[ $(field rightsAsOf) < $up_since ]]; do
  ((SECONDS < until)) || fail "the rights are still of before: $(field rightsAsOf)"
  sleep 1
done
still "after its rights were re-read"
