# up: everything that is not up yet.
# shellcheck shell=bash

run_up() {
  COMMAND=up
  local from=$SECONDS
  [[ $(uname -s)/$(uname -m) == Linux/x86_64 ]] || die "up knows Linux on x86_64; this is $(uname -s) on $(uname -m)."
  find_jdk
  open_state
  guard
  lock wait
  check_same_ports
  if all_up; then
    say "Gatehouse is up."
    tell_when_stale
    tell_address
    trap - EXIT
    exit 0
  fi
  if [[ -d $STATE/postgres/data ]]; then check_room 300; else check_room 3000; fi
  check_socket_length
  check_ports
  say "Gatehouse starts. State: $STATE"
  make_accounts
  check_way_down
  remember_settings
  make_secrets
  fetch_parts
  start_parts
  trap - EXIT INT TERM HUP
  say "Gatehouse is up after $((SECONDS - from)) seconds."
  tell_address
}

# Keycloak gets ready while the portal is built, and starts beside it: the portal asks Keycloak only at a sign-in.
start_parts() {
  local keycloak='' portal=''
  is_up postgres || start_postgres
  if ! is_up keycloak; then
    begin_keycloak_build
    MEANWHILE=keycloak_meanwhile keycloak=yes
  fi
  is_up portal && is_up spawner || build
  is_up spawner || start_spawner
  if [[ $MEANWHILE != true ]]; then
    [[ -z $BESIDE ]] || step "Preparing Keycloak (once)"
    keycloak_prepared
  fi
  if ! is_up portal; then launch_portal && portal=yes; fi
  [[ -z $keycloak ]] || await_keycloak
  [[ -z $portal ]] || await_portal
}

keycloak_prepared() {
  until [[ $MEANWHILE == true ]]; do
    keycloak_meanwhile
    sleep 0.2
  done
  [[ -z $STEP_OPEN ]] || ok
}

# Parts that run keep their ports; a new port needs a down first.
check_same_ports() {
  local part name
  for part in "${PARTS[@]}"; do
    is_up "$part" || continue
    for name in PORT KEYCLOAK_PORT KEYCLOAK_MANAGEMENT_PORT DB_PORT; do
      [[ $(remembered "$name") == "${!name}" ]] || die "$part runs with other ports than asked for now." \
        "First ./gatehouse down, then ./gatehouse up with the new ports."
    done
  done
}

check_ports() {
  is_up postgres || check_port "$DB_PORT" --db-port PostgreSQL
  if ! is_up keycloak; then
    check_port "$KEYCLOAK_PORT" --keycloak-port Keycloak
    check_port "$KEYCLOAK_MANAGEMENT_PORT" --keycloak-management-port "Keycloak's health"
  fi
  is_up portal || check_port "$PORT" --port "the portal"
}

tell_address() {
  cat <<EOF

  Portal         $BASE_URL
  Demo accounts  alice / alice-demo    member of vision and vision/detection
                 bob / bob-demo        member and admin of vision
                 carol / carol-demo    member of nlp
                 dave / dave-demo      operator
                 erin / erin-demo      auditor
  Keycloak       $KEYCLOAK_URL/admin   admin, password in $STATE/secrets/keycloak-admin
  Logs           $LOGS   (./gatehouse logs)
  Data           $STATE   (kept by down, deleted by reset)
EOF
  if ! as_root; then
    say "
  Not started as root: jobs run under your own account ($(id -un)), each in a sandbox where bubblewrap can make one.
  The Resources page says whether it could; where it says single person, let nobody else sign in."
  fi
}
