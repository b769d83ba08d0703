# Settings: a flag beats the environment, that beats what the last up remembered, that beats the default.
# shellcheck shell=bash

declare -A FLAGS=()
DEFAULT_PORT=18080
DEFAULT_KEYCLOAK_PORT=18081
DEFAULT_KEYCLOAK_MANAGEMENT_PORT=18090
DEFAULT_DB_PORT=18432

flag() {
  local name=${1#--}
  name=${name^^}
  FLAGS[${name//-/_}]=$2
}

remembered() {
  [[ -r $STATE/settings ]] && sed -n "s/^$1=//p" "$STATE/settings" | tail -n 1
}

# setting NAME: a port from flag, environment, memory or default.
setting() {
  local name=$1 variable=GATEHOUSE_$1 default=DEFAULT_$1 value
  value=${FLAGS[$name]:-${!variable:-$(remembered "$name")}}
  value=${value:-${!default}}
  if ! [[ $value =~ ^[1-9][0-9]{0,4}$ ]] || ((value > 65535)); then
    wrong_use "$variable must be a port from 1 to 65535, not \"$value\""
  fi
  printf -v "$name" '%s' "$value"
}

settle() {
  STATE=${FLAGS[STATE]:-${GATEHOUSE_STATE:-$REPO/.gatehouse}}
  [[ $STATE == /* ]] || STATE=$PWD/$STATE
  STATE=${STATE%/}
  [[ -n $STATE && $STATE != *$'\n'* ]] || wrong_use "\"$STATE\" cannot hold the state"
  LOGS=$STATE/log
  LIB=$STATE/lib
  local name
  for name in PORT KEYCLOAK_PORT KEYCLOAK_MANAGEMENT_PORT DB_PORT; do
    setting "$name" || exit
  done
  local twice
  twice=$(printf '%s\n' "$PORT" "$KEYCLOAK_PORT" "$KEYCLOAK_MANAGEMENT_PORT" "$DB_PORT" | sort | uniq -d | head -n 1)
  [[ -z $twice ]] || wrong_use "port $twice is given to two parts"
  # Two hosts on purpose: cookies ignore ports, so the portal and Keycloak would see each other's.
  BASE_URL=http://localhost:$PORT
  KEYCLOAK_URL=http://127.0.0.1:$KEYCLOAK_PORT
  ISSUER=$KEYCLOAK_URL/realms/gatehouse
}

remember_settings() {
  printf '%s\n' "PORT=$PORT" "KEYCLOAK_PORT=$KEYCLOAK_PORT" "KEYCLOAK_MANAGEMENT_PORT=$KEYCLOAK_MANAGEMENT_PORT" \
    "DB_PORT=$DB_PORT" >"$STATE/settings.new" && mv "$STATE/settings.new" "$STATE/settings"
}

# version_of PROPERTY: from the root pom, the one place where versions stand.
version_of() {
  sed -n "s|.*<$1>\(.*\)</$1>.*|\1|p" "$REPO/pom.xml" | head -n 1
}
