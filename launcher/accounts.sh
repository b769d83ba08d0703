# Who runs what. As root each part has a system account; otherwise everything runs as the caller.
# shellcheck shell=bash

PORTAL_ACCOUNT=${GATEHOUSE_PORTAL_ACCOUNT:-gatehouse}
POSTGRES_ACCOUNT=${GATEHOUSE_POSTGRES_ACCOUNT:-gatehouse-pg}
KEYCLOAK_ACCOUNT=${GATEHOUSE_KEYCLOAK_ACCOUNT:-gatehouse-kc}
RUNNER_ACCOUNT=${GATEHOUSE_RUNNER_ACCOUNT:-gatehouse-run}
UID_RANGE=${GATEHOUSE_UID_RANGE:-61000-64999}

as_root() {
  [[ $EUID -eq 0 ]]
}

make_accounts() {
  as_root || return 0
  local account made=()
  command -v setpriv >/dev/null || die "setpriv is missing." "Install it: apt-get install util-linux"
  for account in "$PORTAL_ACCOUNT" "$POSTGRES_ACCOUNT" "$KEYCLOAK_ACCOUNT" "$RUNNER_ACCOUNT"; do
    if ! id -u "$account" >/dev/null 2>&1; then
      useradd --system --user-group --no-create-home --home-dir /nonexistent --shell /usr/sbin/nologin \
        --comment Gatehouse "$account" || die "the system account $account cannot be made." \
        "Make it, or name an existing one (docs/configuration.md, accounts)."
      made+=("$account")
    fi
    [[ $(id -u "$account") != 0 ]] || die "the account $account is root." "Name one that is not."
  done
  ((${#made[@]} == 0)) || say "  Made the system accounts ${made[*]}."
}

# become ACCOUNT: BECOME is what to put before a command, so that it runs as that account with nothing of root left.
become() {
  BECOME=()
  if as_root && [[ $1 != root ]]; then
    BECOME=(setpriv --reuid="$1" --regid="$(id -g "$1")" --init-groups --no-new-privs --inh-caps=-all --bounding-set=-all --)
  fi
}

# give ACCOUNT MODE FOLDER...: makes folders that belong to the account.
give() {
  local account=$1 mode=$2
  shift 2
  mkdir -p "$@" && chmod "$mode" "$@" || die "$1 cannot be made."
  if as_root; then chown "$account:" "$@"; fi
}

# The accounts must be able to walk down to the state folder and to the JDK.
check_way_down() {
  as_root || return 0
  local folder closed account
  for account in "$PORTAL_ACCOUNT" "$POSTGRES_ACCOUNT" "$KEYCLOAK_ACCOUNT"; do
    for folder in "$STATE" "$JDK"; do
      closed=$(first_closed "$account" "$folder") || continue
      if [[ $folder == "$STATE" ]]; then
        die "the account $account cannot pass $closed, which is above or is the state folder $STATE." \
          "Name a folder that all accounts can reach: GATEHOUSE_STATE=/var/lib/gatehouse ./gatehouse up"
      fi
      die "the account $account cannot pass $closed on the way to the JDK in $JDK." \
        "Install a JDK 25 where all accounts can reach it, such as /usr/lib/jvm or /opt."
    done
  done
}

# first_closed ACCOUNT FOLDER: the topmost folder on the way that the account may not pass.
first_closed() {
  local way=$2 at=
  become "$1"
  "${BECOME[@]}" test -x "$2" && return 1
  while [[ -n $way ]]; do
    way=${way#/}
    at=$at/${way%%/*}
    "${BECOME[@]}" test -x "$at" || break
    [[ $way == */* ]] && way=/${way#*/} || way=
  done
  echo "$at"
}
