# test: all that proves Gatehouse, in stages, with one summary.
# shellcheck shell=bash

STAGES=()
PASSED=0 FAILED=0 SKIPPED=0
TEST_LOGS=$REPO/target/test-logs
TEST_STATE=

run_test() {
  COMMAND="test"
  local install=yes from=$SECONDS
  while (($# > 0)); do
    case $1 in --no-install) install= && shift ;; *) wrong_use "test does not know \"$1\"" ;; esac
  done
  find_jdk
  export JAVA_HOME NO_COLOR=1
  rm -rf "$TEST_LOGS"
  mkdir -p "$TEST_LOGS" || die "$TEST_LOGS cannot be made."
  trap test_ends EXIT
  trap 'exit 130' INT
  trap 'exit 143' TERM HUP
  install_tools "$install"
  stage shell "the launcher's own files" check_shell
  stage pages "front end: types, lint, unit tests, build" check_pages
  stage maven "Maven: gates and tests of all modules" check_modules
  stage whole "fresh install: up, browser tests, scripts, down" check_whole
  summary $((SECONDS - from))
}

test_ends() {
  local status=$?
  [[ -n $HELPER ]] && kill -TERM -- "-$HELPER" 2>/dev/null
  if [[ -n $TEST_STATE && -d $TEST_STATE ]]; then
    GATEHOUSE_STATE=$TEST_STATE "$REPO/gatehouse" reset --yes >/dev/null 2>&1 </dev/null
  fi
  exit $status
}

# install_tools INSTALL: Debian's packages for commands that are missing.
install_tools() {
  local pair missing=()
  for pair in cc:gcc cc:libc6-dev mvn:maven node:nodejs npm:npm xz:xz-utils chromium:chromium shellcheck:shellcheck setpriv:util-linux \
    sbatch:slurm-client bwrap:bubblewrap python3:python3; do
    command -v "${pair%%:*}" >/dev/null || missing+=("${pair#*:}")
  done
  ((${#missing[@]} > 0)) || return 0
  if [[ -z $1 ]] || ! as_root || ! command -v apt-get >/dev/null; then
    say "Missing: ${missing[*]}. Install them: apt-get install ${missing[*]}"
    return
  fi
  say "Installing ${missing[*]}"
  local log=$TEST_LOGS/install.log wait=DPkg::Lock::Timeout=900
  helper "$log" apt-get -o "$wait" update
  helper "$log" env DEBIAN_FRONTEND=noninteractive apt-get -o "$wait" install -y --no-install-recommends "${missing[@]}" ||
    die "${missing[*]} could not be installed." "The log: $log"
}

# stage NAME TEXT FUNCTION: runs it with its log as $1; what it counts is added up here.
stage() {
  local name=$1 text=$2 log=$TEST_LOGS/$1.log from=$SECONDS word=passed
  COUNTED_PASSED=0 COUNTED_FAILED=0 COUNTED_SKIPPED=0
  say "$text ... (log: $log)"
  if ! "$3" "$log" || ((COUNTED_FAILED > 0)); then
    word=FAILED
    # A stage that broke before or beside its tests counts as one more.
    ((COUNTED_FAILED > 0)) || COUNTED_FAILED=1
    grep -aE 'ERROR|FAILED|✘|×|Error:|not ok' "$log" | head -n 25 | cut -c 1-300 | sed 's/^/    /'
  fi
  if ((COUNTED_SKIPPED > 0)) && [[ ${CI:-} == true ]]; then
    say "    $COUNTED_SKIPPED skipped; in CI each counts as failed"
    word=FAILED
    COUNTED_FAILED=$((COUNTED_FAILED + COUNTED_SKIPPED)) COUNTED_SKIPPED=0
  fi
  PASSED=$((PASSED + COUNTED_PASSED)) FAILED=$((FAILED + COUNTED_FAILED)) SKIPPED=$((SKIPPED + COUNTED_SKIPPED))
  STAGES+=("$(printf '%-7s %-6s %4d s  %4d passed %3d failed %3d skipped  %s' "$word" "$name" $((SECONDS - from)) \
    "$COUNTED_PASSED" "$COUNTED_FAILED" "$COUNTED_SKIPPED" "$text")")
}

summary() {
  say ""
  printf '%s\n' "${STAGES[@]}"
  say "after $1 seconds; logs: $TEST_LOGS"
  if ((SKIPPED > 0)); then say "$PASSED passed, $FAILED failed, $SKIPPED skipped"; else say "$PASSED passed, $FAILED failed"; fi
  trap - EXIT
  ((FAILED == 0 && PASSED > 0)) || exit 1
  exit 0
}

count() {
  if "${@:2}" >>"$1" 2>&1; then
    COUNTED_PASSED=$((COUNTED_PASSED + 1))
  else
    COUNTED_FAILED=$((COUNTED_FAILED + 1))
    printf 'FAILED  %s\n' "${*:2}" >>"$1"
  fi
}

check_shell() {
  local file
  for file in gatehouse launcher/*.sh launcher/tests/*.sh .ci/run; do
    count "$1" bash -n "$REPO/$file"
    if command -v shellcheck >/dev/null; then count "$1" shellcheck -S warning -e SC2034 "$REPO/$file"; fi
  done 2>>"$1"
}

check_pages() {
  [[ -f $REPO/frontend/package.json ]] || { echo "frontend/ has no package.json" >"$1" && return 1; }
  helper "$1" npm --prefix "$REPO/frontend" ci --prefer-offline --no-audit --no-fund || return 1
  sha256sum <"$REPO/frontend/package-lock.json" >"$REPO/frontend/node_modules/.gatehouse"
  local good=0
  helper "$1" npm --prefix "$REPO/frontend" run check || good=1
  count_words "$(grep -aE '^ *Tests  ' "$1" | tail -n 1)"
  return $good
}

# count_words TEXT: "3 failed | 12 passed | 1 skipped", as vitest and Playwright write it.
count_words() {
  local word number
  while read -r number word; do
    case $word in
      passed) COUNTED_PASSED=$((COUNTED_PASSED + number)) ;;
      failed | flaky | interrupted) COUNTED_FAILED=$((COUNTED_FAILED + number)) ;;
      skipped | todo | did) COUNTED_SKIPPED=$((COUNTED_SKIPPED + number)) ;;
    esac
  done < <(grep -oE '[0-9]+ (passed|failed|flaky|interrupted|skipped|todo|did)' <<<"$1")
}

check_modules() {
  local stamp good=0
  lock_build
  stamp=$(build_stamp)
  find "$REPO" -path '*/target/*-reports/TEST-*.xml' -not -path '*/node_modules/*' -delete
  LOGS=$TEST_LOGS maven "$1" verify || good=1
  count_reports
  if [[ $good == 0 ]]; then stamp_built "$stamp"; fi
  exec 8>&-
  return $good
}

# The numbers of surefire's and failsafe's reports, one file for each test class.
count_reports() {
  local tests bad skipped
  read -r tests bad skipped < <(find "$REPO" -path '*/target/*-reports/TEST-*.xml' -not -path '*/node_modules/*' -print0 |
    xargs -0 -r grep -h -m 1 -oE '<testsuite [^>]*' | awk '
      function value(name) { return match($0, " " name "=\"[0-9]+") ? substr($0, RSTART + length(name) + 3, RLENGTH - length(name) - 3) : 0 }
      { t += value("tests"); b += value("errors") + value("failures"); s += value("skipped") }
      END { print t + 0, b + 0, s + 0 }')
  COUNTED_PASSED=$((COUNTED_PASSED + tests - bad - skipped))
  COUNTED_FAILED=$((COUNTED_FAILED + bad))
  COUNTED_SKIPPED=$((COUNTED_SKIPPED + skipped))
}

# A port above $1 on which nobody listens.
free_port() {
  local port=$1
  while listener_of "$port" >/dev/null; do port=$((port + 1)); done
  echo "$port"
}

check_whole() {
  local log=$1 script good=0 port keycloak management db
  TEST_STATE=$(mktemp -d /tmp/gatehouse-test.XXXXXX) || return 1
  chmod 0711 "$TEST_STATE"
  TEST_STATE+=/state
  port=$(free_port 30080) keycloak=$(free_port 31081) management=$(free_port 32090) db=$(free_port 33432)
  export GATEHOUSE_STATE=$TEST_STATE GATEHOUSE_URL=http://localhost:$port GATEHOUSE_ODD_PEOPLE=yes
  export GATEHOUSE_PORT=$port GATEHOUSE_KEYCLOAK_PORT=$keycloak GATEHOUSE_KEYCLOAK_MANAGEMENT_PORT=$management GATEHOUSE_DB_PORT=$db
  count "$log" helper "$log" "$REPO/gatehouse" up
  if ((COUNTED_FAILED > 0)); then
    tail -n 40 "$log" | sed 's/^/    /'
    return 1
  fi
  if [[ -d $REPO/frontend/e2e ]]; then
    helper "$TEST_LOGS/browser.log" npm --prefix "$REPO/frontend" run e2e || good=1
    count_words "$(tail -n 40 "$TEST_LOGS/browser.log")"
    cat "$TEST_LOGS/browser.log" >>"$log"
  fi
  for script in "$REPO"/launcher/tests/*.sh; do
    [[ -x $script ]] || continue
    echo "---- ${script##*/}" >>"$log"
    count "$log" helper "$log" "$script"
  done
  count "$log" helper "$log" "$REPO/gatehouse" down
  count "$log" nothing_listens "$port" "$keycloak" "$management" "$db"
  if ((COUNTED_FAILED == 0 && good == 0)); then
    count "$log" helper "$log" "$REPO/gatehouse" reset --yes
    rmdir "${TEST_STATE%/state}"
  else
    cp -r "$TEST_STATE/log" "$TEST_LOGS/parts" 2>/dev/null
    say "    logs of the parts: $TEST_LOGS/parts"
  fi
  return $good
}

nothing_listens() {
  local port
  for port in "$@"; do
    if listener_of "$port"; then
      echo "something still listens on $port"
      return 1
    fi
  done
}
