# What a person sees: a line for each step with its seconds, and failures that say what to do.
# shellcheck shell=bash

STEP_OPEN=
STEP_FROM=0

step() {
  STEP_OPEN=yes
  STEP_FROM=$SECONDS
  printf '  %-58s ' "$1 ..."
}

# ok [REMARK]: ends the line of the step.
ok() {
  local seconds=$((SECONDS - STEP_FROM))
  printf '%4d s%s\n' "$seconds" "${1:+  $1}"
  STEP_OPEN=
}

say() {
  printf '%s\n' "$*"
}

# die WHAT [WHAT TO DO ...]: each further word is a line of its own.
die() {
  [[ -n $STEP_OPEN ]] && printf 'failed\n'
  STEP_OPEN=
  printf '\ngatehouse: %s\n' "$1" >&2
  shift
  for line in "$@"; do printf '  %s\n' "$line" >&2; done
  exit 1
}

# tail_of FILE: its last lines, for a message; not those of an earlier start.
tail_of() {
  printf '\n  The last lines of %s:\n' "$1" >&2
  tail -n 20 "$1" 2>/dev/null | sed 's/\x1b\[[0-9;]*m//g' | awk '/^---- .* starts$/ { text = "" } { text = text $0 "\n" } END { printf "%s", text }' | cut -c 1-300 | sed 's/^/    /' >&2
}
