# PostgreSQL: an own cluster with passwords for everybody, on loopback.
# shellcheck shell=bash

no_environment() {
  export HOME=/
}

# The cluster is made beside its place and moved there when it is whole, so a break in between leaves nothing.
make_database() {
  local home data=$STATE/postgres/data draft=$STATE/postgres/data.new words log=$LOGS/postgres.log
  home=$(postgres_home)
  if [[ -d $data ]]; then
    local found wanted
    found=$(<"$data/PG_VERSION")
    wanted=$("$home/bin/postgres" --version | sed 's/[^0-9]*\([0-9]*\).*/\1/')
    [[ $found == "$wanted" ]] || die "the data in $data is of PostgreSQL $found, but this Gatehouse brings $wanted." \
      "Go back to the Gatehouse that made it and take a dump, or start anew and lose the data: ./gatehouse reset"
    return
  fi
  step "Making the database"
  rm -rf "$draft"
  give "$POSTGRES_ACCOUNT" 0700 "$STATE/postgres"
  words=$STATE/postgres/words
  (umask 077 && secret postgres >"$words")
  if as_root; then chown "$POSTGRES_ACCOUNT:" "$words"; fi
  become "$POSTGRES_ACCOUNT"
  (cd / && "${BECOME[@]}" "$home/bin/initdb" -D "$draft" -U postgres --pwfile="$words" --auth=scram-sha-256 --encoding=UTF8 \
    --locale=C --locale-provider=builtin --builtin-locale=C.UTF-8) >>"$log" 2>&1 || gave_up postgres "initdb failed."
  rm -f "$words"
  # Roles and databases come in by single-user mode: each line is one statement, and no password leaves this pipe.
  local answer
  answer=$(cd / && make_roles | "${BECOME[@]}" "$home/bin/postgres" --single -D "$draft" postgres 2>&1)
  if [[ $answer == *ERROR* || $answer == *FATAL* ]]; then
    rm -rf "$draft"
    die "the roles of the database cannot be made: $(grep -m 1 -oE '(ERROR|FATAL).*' <<<"$answer")"
  fi
  mv "$draft" "$data" || die "the database cannot be put into place at $data."
  ok
}

make_roles() {
  local role
  for role in portal keycloak; do
    echo "CREATE ROLE $role LOGIN PASSWORD '$(secret "$role-db")';"
    echo "CREATE DATABASE $role OWNER $role;"
    echo "REVOKE ALL ON DATABASE $role FROM PUBLIC;"
  done
  echo "REVOKE CONNECT ON DATABASE postgres FROM PUBLIC;"
  echo "REVOKE CONNECT ON DATABASE template1 FROM PUBLIC;"
}

start_postgres() {
  make_database
  step "Starting PostgreSQL"
  launch postgres "$POSTGRES_ACCOUNT" no_environment "$(postgres_home)/bin/postgres" -D "$STATE/postgres/data" \
    -c listen_addresses=127.0.0.1 -c "port=$DB_PORT" -c "unix_socket_directories=$STATE/postgres" \
    -c unix_socket_permissions=0700 -c timezone=UTC -c log_timezone=UTC
  await postgres 60 postgres_answers
  ok
}

# A connection up to the question for the password: only a server that takes connections asks it.
postgres_answers() {
  local first
  first=$({ exec 3<>"/dev/tcp/127.0.0.1/$DB_PORT" &&
    printf '\0\0\0\x25\0\3\0\0user\0portal\0database\0portal\0\0' >&3 && timeout 5 head -c 24 <&3; } 2>/dev/null | tr -d '\0')
  [[ ${first:0:1} == R ]]
}
