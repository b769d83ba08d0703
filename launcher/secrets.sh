# Secrets are made once, at random, and kept in the state folder; none ever stands in a command line.
# shellcheck shell=bash

# secret NAME: made when missing.
make_secret() {
  local file=$STATE/secrets/$1
  [[ -s $file ]] && return
  (umask 077 && head -c 24 /dev/urandom | base64 -w 0 | tr '+/' '-_' >"$file.new") && mv "$file.new" "$file" ||
    die "$file cannot be written."
}

secret() {
  cat "$STATE/secrets/$1"
}

make_secrets() {
  local name key=$STATE/secrets/session.key
  if [[ -d $STATE/postgres/data && ! -s $STATE/secrets/postgres ]]; then
    die "the passwords of the database are gone from $STATE/secrets." \
      "Put that folder back from a copy, or start anew and lose the data: ./gatehouse reset"
  fi
  for name in postgres portal-db keycloak-db oidc-client keycloak-admin; do make_secret "$name"; done
  if [[ ! -s $key ]]; then
    (umask 077 && head -c 32 /dev/urandom >"$key.new") && mv "$key.new" "$key" || die "$key cannot be written."
  fi
  if as_root; then chown "$PORTAL_ACCOUNT:" "$key" && chmod 0400 "$key"; fi
}
