# The spawner: the one part that keeps root, so that each person's jobs run under an account of their own.
# shellcheck shell=bash

SPAWNER_SOCKET=run/spawner.sock

make_run_folders() {
  if as_root; then
    local group
    group=$(id -g "$PORTAL_ACCOUNT")
    mkdir -p "$STATE/people" "$STATE/runs/pulse"
    chown "root:$group" "$STATE/runs" "$STATE/run"
    chown "$(id -u "$RUNNER_ACCOUNT"):$group" "$STATE/runs/pulse"
    chmod 0711 "$STATE/people"
    chmod 0751 "$STATE/runs"
    chmod 0750 "$STATE/runs/pulse"
    chmod 0710 "$STATE/run"
  else
    mkdir -p "$STATE/people" "$STATE/runs/pulse"
    chmod 0700 "$STATE/people" "$STATE/runs" "$STATE/runs/pulse" "$STATE/run"
  fi
}

start_spawner() {
  local -a mode=(--single)
  make_run_folders
  if as_root; then
    mode=(--peer-uid "$(id -u "$PORTAL_ACCOUNT")" --portal-gid "$(id -g "$PORTAL_ACCOUNT")"
      --run-uid "$(id -u "$RUNNER_ACCOUNT")" --uid-range "$UID_RANGE")
  fi
  step "Starting the spawner"
  rm -f "$STATE/$SPAWNER_SOCKET"
  launch spawner root no_environment "$STATE/app/gatehouse-spawner" --socket "$STATE/$SPAWNER_SOCKET" \
    --runs "$STATE/runs" --areas "$STATE/people" "${mode[@]}"
  await spawner 10 spawner_answers
  ok
}

spawner_answers() {
  [[ -S $STATE/$SPAWNER_SOCKET ]]
}
