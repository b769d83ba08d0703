# Keycloak: built once, its own database, the realm from realm-config/.
# shellcheck shell=bash

# Changes of these make a new build.
KEYCLOAK_BUILD=(--db=postgres --health-enabled=true --metrics-enabled=true)

# Keycloak's preparation takes a minute of one core, so it goes on beside the build of the portal.
begin_keycloak_build() {
  local home
  home=$(keycloak_home)
  give "$KEYCLOAK_ACCOUNT" 0700 "$STATE/keycloak" "$home/data"
  [[ $(cat "$home/built" 2>/dev/null) == "${KEYCLOAK_BUILD[*]}" ]] && return
  if as_root; then chown -R "$KEYCLOAK_ACCOUNT:" "$home"; fi
  become "$KEYCLOAK_ACCOUNT"
  beside "$LOGS/keycloak.log" env -C / JAVA_OPTS_APPEND=-XX:TieredStopAtLevel=1 ${BECOME[@]+"${BECOME[@]}"} \
    "$home/bin/kc.sh" build "${KEYCLOAK_BUILD[@]}"
}

# Called while the portal is built: the first start makes a hundred tables, so it does not wait for that.
keycloak_meanwhile() {
  if [[ -n $BESIDE ]] && ticks "$BESIDE" >/dev/null; then return; fi
  MEANWHILE=true
  finish_keycloak_build
  launch_keycloak
}

finish_keycloak_build() {
  local home
  home=$(keycloak_home)
  [[ -n $BESIDE ]] || return 0
  wait "$BESIDE" || gave_up keycloak "Keycloak cannot be prepared."
  BESIDE=
  # What runs may not rewrite itself.
  if as_root; then chown -R root: "$home" && chown -R "$KEYCLOAK_ACCOUNT:" "$home/data"; fi
  echo "${KEYCLOAK_BUILD[*]}" >"$home/built"
}

keycloak_environment() {
  export HOME=$STATE/keycloak JAVA_HOME=$JDK
  export JAVA_OPTS_APPEND=-XX:TieredStopAtLevel=1 JAVA_OPTS_KC_HEAP="${GATEHOUSE_KEYCLOAK_HEAP_OPTIONS:--Xms64m -Xmx512m}"
  export KC_DB_URL=jdbc:postgresql://127.0.0.1:$DB_PORT/keycloak KC_DB_USERNAME=keycloak
  KC_DB_PASSWORD=$(secret keycloak-db)
  export KC_DB_PASSWORD
  if [[ ! -f $STATE/keycloak/imported ]]; then
    export KC_BOOTSTRAP_ADMIN_USERNAME=admin
    KC_BOOTSTRAP_ADMIN_PASSWORD=$(secret keycloak-admin)
    export KC_BOOTSTRAP_ADMIN_PASSWORD
  fi
}

# The realm with this installation's address and client secret; it lies there only for the import.
lay_out_realm() {
  local folder=$1 text
  give "$KEYCLOAK_ACCOUNT" 0700 "$folder"
  text=$(<"$REPO/realm-config/gatehouse-realm.json")
  text=${text//@BASE_URL@/$BASE_URL}
  (umask 077 && printf '%s\n' "${text//@PORTAL_CLIENT_SECRET@/$(secret oidc-client)}" >"$folder/gatehouse-realm.json")
  if [[ -n ${GATEHOUSE_ODD_PEOPLE:-} ]]; then
    cp "$REPO/realm-config/odd-people.json" "$folder/gatehouse-users-0.json"
  fi
  if as_root; then chown -R "$KEYCLOAK_ACCOUNT:" "$folder"; fi
}

launch_keycloak() {
  local home import first=()
  home=$(keycloak_home) import=$(keycloak_home)/data/import
  rm -rf "$import"
  if [[ ! -f $STATE/keycloak/imported ]]; then
    lay_out_realm "$import"
    first=(--import-realm)
  fi
  launch keycloak "$KEYCLOAK_ACCOUNT" keycloak_environment "$home/bin/kc.sh" start --optimized --http-enabled=true \
    --http-host=127.0.0.1 "--http-port=$KEYCLOAK_PORT" "--http-management-port=$KEYCLOAK_MANAGEMENT_PORT" \
    --http-management-host=127.0.0.1 "--hostname=$KEYCLOAK_URL" --cache=local ${first[@]+"${first[@]}"}
  record_java "$LAUNCHED"
}

await_keycloak() {
  step "Starting Keycloak"
  await keycloak 300 keycloak_answers
  rm -rf "$(keycloak_home)/data/import"
  if [[ ! -f $STATE/keycloak/imported ]]; then
    echo "$BASE_URL" >"$STATE/keycloak/imported"
  fi
  ok
  follow_address
}

# kc.sh does not become the JVM but waits for it: the JVM is the process to know.
record_java() {
  local shell=$1 child
  for _ in $(seq 100); do
    for child in $(cat "/proc/$shell/task/$shell/children" 2>/dev/null); do
      if [[ $(readlink "/proc/$child/exe") == */bin/java && $(tr '\0' ' ' <"/proc/$child/cmdline") == *" start "* ]]; then
        record keycloak "$child" && return
      fi
    done
    is_up keycloak || return
    sleep 0.1
  done
}

keycloak_answers() {
  http GET "$KEYCLOAK_PORT" /realms/gatehouse/.well-known/openid-configuration
  [[ $HTTP_STATUS == 200 && $HTTP_BODY == *"\"issuer\":\"$ISSUER\""* ]]
}

# The portal's address stands in the realm; when its port changed, it is changed there too.
follow_address() {
  local before token id
  before=$(<"$STATE/keycloak/imported")
  [[ $before == "$BASE_URL" ]] && return
  step "Telling Keycloak the portal's new address"
  HTTP_DATA="grant_type=password&client_id=admin-cli&username=admin&password=$(secret keycloak-admin)" \
    http POST "$KEYCLOAK_PORT" /realms/master/protocol/openid-connect/token 'Content-Type: application/x-www-form-urlencoded'
  token=$(sed -n 's/.*"access_token":"\([^"]*\)".*/\1/p' <<<"$HTTP_BODY")
  http GET "$KEYCLOAK_PORT" '/admin/realms/gatehouse/clients?clientId=portal' "Authorization: Bearer $token"
  id=$(sed -n 's/^\[{"id":"\([^"]*\)".*/\1/p' <<<"$HTTP_BODY")
  HTTP_BODY=${HTTP_BODY#[} HTTP_BODY=${HTTP_BODY%]}
  HTTP_DATA=${HTTP_BODY//"$before/"/"$BASE_URL/"}
  HTTP_DATA=${HTTP_DATA//"\"$before\""/"\"$BASE_URL\""}
  http PUT "$KEYCLOAK_PORT" "/admin/realms/gatehouse/clients/$id" "Authorization: Bearer $token" 'Content-Type: application/json'
  HTTP_DATA=
  if [[ $HTTP_STATUS != 204 ]]; then
    ok "not done"
    say "    Sign in to $KEYCLOAK_URL/admin and put $BASE_URL in place of $before in the client \"portal\"."
    return
  fi
  echo "$BASE_URL" >"$STATE/keycloak/imported"
  ok
}
