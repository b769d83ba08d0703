#!/usr/bin/env bash
# The realm gives the tokens that the portal expects. Needs Gatehouse up in GATEHOUSE_STATE.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
port=$(sed -n 's/^KEYCLOAK_PORT=//p' "$GATEHOUSE_STATE/settings")
exec "$JAVA_HOME/bin/java" "$here/Realm.java" "http://127.0.0.1:$port" "$GATEHOUSE_URL" \
  "$GATEHOUSE_STATE/secrets/oidc-client" ${GATEHOUSE_ODD_PEOPLE:+odd}
