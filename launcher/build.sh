# Fetches what is run but not built, builds what is missing or stale, and lays both into the state folder.
# shellcheck shell=bash

need_tool() {
  command -v "$1" >/dev/null && return
  die "$1 is missing; it is needed to $3." "Install it: apt-get install $2"
}

# maven LOG ARGUMENT...: without the network when that is enough.
maven() {
  local log=$1 from
  shift
  need_tool mvn maven "build Gatehouse and to fetch its parts"
  touch "$log"
  from=$(wc -l <"$log")
  helper "$log" env -C "$REPO" mvn -B -o "$@" && return
  # Only a file that is not on this machine yet is a reason to ask the network; a broken build stays broken.
  if tail -n "+$((from + 1))" "$log" | grep -qiE 'in offline mode|offline and|has not been downloaded from it before'; then
    helper "$log" env -C "$REPO" mvn -B "$@"
  else
    return 1
  fi
}

failed_build() {
  [[ -n $STEP_OPEN ]] && printf 'failed\n'
  STEP_OPEN=
  printf '\n' >&2
  grep -E 'ERROR|error' "$1" | head -n 12 | cut -c 1-300 | sed 's/^/    /' >&2
  die "$2" "The whole log: $1"
}

postgres_home() { echo "$LIB/postgresql-$(version_of postgresql.binaries.version)"; }
keycloak_home() { echo "$LIB/keycloak-$(version_of keycloak.version)"; }
payara_jar() { echo "$LIB/payara-micro-$(version_of payara.version).jar"; }

# The parts from Maven's repository, unpacked with the JDK. What is half done has another name until it is whole.
fetch_parts() {
  local postgres keycloak payara fetched=$LIB/fetched
  postgres=$(postgres_home) keycloak=$(keycloak_home) payara=$(payara_jar)
  [[ -d $postgres && -d $keycloak && -f $payara ]] && return
  step "Fetching PostgreSQL, Keycloak and Payara Micro"
  need_tool xz xz-utils "unpack PostgreSQL"
  rm -rf "$fetched" "$LIB"/*.new
  maven "$LOGS/build.log" -q -f launcher/parts.xml dependency:copy "-Dparts.folder=$fetched" ||
    failed_build "$LOGS/build.log" "PostgreSQL, Keycloak or Payara Micro cannot be fetched from Maven's repository."
  ok
  step "Unpacking them"
  if [[ ! -d $postgres ]]; then
    mkdir -p "$postgres.new" && (cd "$fetched" && "$JDK/bin/jar" xf postgresql.jar) &&
      tar -C "$postgres.new" -xJf "$fetched"/postgres-linux-x86_64.txz && mv "$postgres.new" "$postgres" ||
      die "PostgreSQL cannot be unpacked into $LIB."
  fi
  if [[ ! -d $keycloak ]]; then
    mkdir -p "$keycloak.new" && (cd "$keycloak.new" && "$JDK/bin/jar" xf "$fetched/keycloak.zip") &&
      chmod +x "$keycloak.new"/*/bin/kc.sh && mv "$keycloak.new"/* "$keycloak" && rmdir "$keycloak.new" ||
      die "Keycloak cannot be unpacked into $LIB."
  fi
  mv "$fetched/payara-micro.jar" "$payara" || die "Payara Micro cannot be put into $LIB."
  rm -rf "$fetched"
  ok
}

# stamp_of PATH...: changes when a file below one of the paths does.
stamp_of() {
  (cd "$REPO" && find "$@" \( -name target -o -name node_modules -o -name dist -o -path '*/src/test' \) -prune -o -type f -print0 2>/dev/null |
    sort -z | xargs -0 -r sha256sum | sha256sum | cut -d ' ' -f 1)
}

FRONT_END=(frontend/src frontend/public frontend/index.html frontend/package.json frontend/package-lock.json
  frontend/vite.config.ts frontend/tsconfig.json)
BACK_END=(pom.xml .mvn quotas node-connector scheduler-ejb portal-api portal-web)
WAR=portal-web/target/gatehouse.war
SPAWNER=node-connector/target/native/gatehouse-spawner
TOOLS=(srun scontrol gatehouse-inside)

build_stamp() {
  echo "$(stamp_of "${FRONT_END[@]}") $(stamp_of "${BACK_END[@]}")"
}

spawner_is_built() {
  local tool
  for tool in "${TOOLS[@]}"; do [[ -x $REPO/${SPAWNER%/*}/tools/$tool ]] || return 1; done
  [[ -x $REPO/$SPAWNER ]]
}

is_built() {
  [[ -f $REPO/$WAR ]] && spawner_is_built && [[ $(cat "$REPO/target/gatehouse.stamp" 2>/dev/null) == "$1" ]]
}

stamp_built() {
  mkdir -p "$REPO/target" && echo "$1" >"$REPO/target/gatehouse.stamp"
}

build_front_end() {
  [[ -f $REPO/frontend/package.json ]] || return 0
  need_tool node nodejs "build the pages"
  need_tool npm npm "build the pages"
  if ! node -e 'const [a, b] = process.versions.node.split("."); process.exit(a > 20 || (a == 20 && b >= 19) ? 0 : 1)'; then
    die "Node.js $(node --version) is too old to build the pages; 20.19 or newer is needed." \
      "Install a newer one, or run a ready WAR: GATEHOUSE_WAR=/path/to/gatehouse.war ./gatehouse up"
  fi
  local lock
  lock=$(sha256sum <"$REPO/frontend/package-lock.json")
  if [[ $(cat "$REPO/frontend/node_modules/.gatehouse" 2>/dev/null) != "$lock" ]]; then
    step "Fetching what the pages are built from (npm ci)"
    helper "$1" npm --prefix "$REPO/frontend" ci --prefer-offline --no-audit --no-fund ||
      failed_build "$1" "npm ci failed in frontend/."
    echo "$lock" >"$REPO/frontend/node_modules/.gatehouse"
    ok
  fi
  step "Building the pages"
  helper "$1" npm --prefix "$REPO/frontend" run build || failed_build "$1" "the pages in frontend/ cannot be built."
  ok
}

# Two state folders may share this work tree, but not at the same time for a build.
lock_build() {
  mkdir -p "$REPO/target" && exec 8>>"$REPO/target/gatehouse.lock" ||
    die "the portal must be built, and $REPO cannot be written by $(id -un)." \
      "Run ./gatehouse as $(stat -c %U "$REPO"), or in a clone of your own, or set GATEHOUSE_WAR to a ready WAR."
  if ! flock -n 8; then
    say "  Another build is at work in $REPO; waiting for it."
    flock 8
  fi
}

# Builds in the work tree when its sources changed, then copies into the state folder what runs.
build() {
  local stamp log=$LOGS/build.log
  stamp=$(build_stamp)
  if [[ -n ${GATEHOUSE_WAR:-} ]]; then
    rm -f "$STATE/app/stamp"
    take_war "$GATEHOUSE_WAR" && return
  fi
  if ! is_built "$stamp"; then
    lock_build
    stamp=$(build_stamp)
  fi
  if ! is_built "$stamp"; then
    : >"$log"
    need_tool cc "gcc libc6-dev" "build the spawner"
    build_front_end "$log"
    step "Building the portal (Maven)"
    maven "$log" -q package -DskipTests -Dskip.test.compile=true -Dspotless.check.skip=true ||
      failed_build "$log" "the portal cannot be built."
    [[ -f $REPO/$WAR ]] && spawner_is_built || failed_build "$log" "Maven ended well but made no $WAR or no spawner."
    stamp_built "$stamp"
    ok
  fi
  take_war "$REPO/$WAR"
  exec 8>&-
  echo "$stamp" >"$STATE/app/stamp"
}

tell_when_stale() {
  if [[ -z ${GATEHOUSE_WAR:-} && -f $STATE/app/stamp && $(<"$STATE/app/stamp") != "$(build_stamp)" ]]; then
    say "The sources have changed since: ./gatehouse down, then up, builds and runs them."
  fi
}

# What runs is a copy: a build while the portal runs changes nothing under it.
take_war() {
  install -m 0644 "$1" "$STATE/app/gatehouse.war.new" && mv "$STATE/app/gatehouse.war.new" "$STATE/app/gatehouse.war" ||
    die "the portal cannot be copied from $1 to $STATE/app."
  spawner_is_built || "$REPO/node-connector/src/main/c/build.sh" "$REPO/$SPAWNER" || die "the spawner cannot be built."
  install -m 0755 "$REPO/$SPAWNER" "$STATE/app/spawner.new" && mv "$STATE/app/spawner.new" "$STATE/app/gatehouse-spawner" ||
    die "the spawner cannot be copied to $STATE/app."
  take_tools
}

# What jobs find first in PATH lies beside the spawner. Each is replaced whole: jobs may be running the one before.
take_tools() {
  local tool tools=$STATE/app/tools
  mkdir -p "$tools" && chmod 0755 "$tools" || die "$tools cannot be made."
  for tool in "${TOOLS[@]}"; do
    install -m 0755 "$REPO/${SPAWNER%/*}/tools/$tool" "$STATE/app/tool.new" && mv "$STATE/app/tool.new" "$tools/$tool" ||
      die "$tool cannot be copied to $tools."
  done
}
