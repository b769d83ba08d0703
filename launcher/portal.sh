# The portal: Payara Micro with the WAR.
# shellcheck shell=bash

portal_environment() {
  export HOME=$STATE/portal JAVA_HOME=$JDK
  export GATEHOUSE_BASE_URL=$BASE_URL
  export GATEHOUSE_DB_URL=jdbc:postgresql://127.0.0.1:$DB_PORT/portal GATEHOUSE_DB_USER=portal
  GATEHOUSE_DB_PASSWORD=$(secret portal-db)
  export GATEHOUSE_DB_PASSWORD
  export GATEHOUSE_OIDC_ISSUER=$ISSUER GATEHOUSE_OIDC_CLIENT_ID=portal
  GATEHOUSE_OIDC_CLIENT_SECRET=$(secret oidc-client)
  export GATEHOUSE_OIDC_CLIENT_SECRET
  export GATEHOUSE_SESSION_KEY_FILE=$STATE/secrets/session.key
  export GATEHOUSE_SPAWNER_SOCKET=$STATE/$SPAWNER_SOCKET GATEHOUSE_RUNS=$STATE/runs GATEHOUSE_AREAS=$STATE/people
  local setting
  for setting in "${PASSED_ON[@]}"; do export "${setting?}"; done
}

# Settings of the portal that up passes on as they are, when they are set (docs/configuration.md).
OPTIONAL=(GATEHOUSE_SESSION_IDLE_MINUTES GATEHOUSE_SESSION_ABSOLUTE_MINUTES GATEHOUSE_RIGHTS_MINUTES
  GATEHOUSE_RIGHTS_WITHOUT_KEYCLOAK_MINUTES GATEHOUSE_STOP_GRACE_SECONDS GATEHOUSE_POOLS_FILE GATEHOUSE_DEFAULT_GPU_CAP GATEHOUSE_ZONE GATEHOUSE_MAX_ARRAY_SIZE)

write_preboot() {
  local http=configs.config.server-config.network-config.protocols.protocol.http-listener.http
  cat >"$1" <<EOF
set configs.config.server-config.network-config.network-listeners.network-listener.http-listener.address=127.0.0.1
set $http.header-buffer-length-bytes=65536
set $http.compression=on
set $http.compressable-mime-type=application/json,application/problem+json,text/html,text/css,text/javascript,application/javascript,image/svg+xml
set $http.compression-min-size-bytes=1024
set $http.xframe-options=false
set $http.server-header=false
EOF
}

launch_portal() {
  local name folder=$STATE/portal
  local -a options
  PASSED_ON=()
  for name in "${OPTIONAL[@]}"; do [[ -n ${!name:-} ]] && PASSED_ON+=("$name=${!name}"); done
  # Payara's own folder holds nothing that is needed again.
  rm -rf "$folder/payara" "$folder/tmp"
  give "$PORTAL_ACCOUNT" 0700 "$folder" "$folder/payara" "$folder/tmp"
  write_preboot "$STATE/app/preboot"
  read -r -a options <<<"${GATEHOUSE_PORTAL_JAVA_OPTIONS:--XX:+UseSerialGC -Xmx1g}"
  launch portal "$PORTAL_ACCOUNT" portal_environment "$JDK/bin/java" "${options[@]}" -XX:+ExitOnOutOfMemoryError \
    "-Djava.io.tmpdir=$folder/tmp" -Duser.timezone=UTC -jar "$(payara_jar)" --rootdir "$folder/payara" --nohazelcast \
    --disablephonehome --port "$PORT" --contextroot / --prebootcommandfile "$STATE/app/preboot" --deploy "$STATE/app/gatehouse.war"
  PORTAL_LOG_FROM=$(wc -l <"$LOGS/portal.log")
}

await_portal() {
  PORTAL_READY_AT=
  step "Starting the portal"
  await portal 240 portal_answers
  ok
}

# Ready when the portal itself answers: it asks a stranger to sign in, and its health says nothing else.
portal_answers() {
  http GET "$PORT" /health/ready
  if [[ $HTTP_STATUS == 200 || $HTTP_STATUS == 404 ]]; then
    http GET "$PORT" /api/v1/me 'Accept: application/json'
    [[ $HTTP_STATUS == 401 && $HTTP_HEAD == *application/problem+json* ]] && return
  fi
  # Payara stays up when the WAR could not be deployed, and would be waited for in vain.
  if [[ -z $PORTAL_READY_AT ]] && tail -n "+$((PORTAL_LOG_FROM + 1))" "$LOGS/portal.log" | grep -q 'ready in [0-9.,]* (ms)'; then
    PORTAL_READY_AT=$SECONDS
  fi
  if [[ -n $PORTAL_READY_AT ]] && ((SECONDS - PORTAL_READY_AT > 20)); then
    [[ -n $STEP_OPEN ]] && printf 'failed\n'
    STEP_OPEN=
    grep -E 'SEVERE|Caused by|settings:' "$LOGS/portal.log" | tail -n 8 | cut -c 1-400 | sed 's/^/    /' >&2
    gave_up portal "Payara runs, but the portal in it does not answer (its last answer: $HTTP_STATUS)."
  fi
  return 1
}
