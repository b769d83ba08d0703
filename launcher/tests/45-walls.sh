#!/usr/bin/env bash
# What a job must not reach, tried from inside a job, in the way this machine allows.
if [[ $(id -u) != 0 ]]; then
  echo "ok      not root: one person's own machine; the pool says so, and there is no wall to try"
  exit 0
fi
exec node "$(dirname "$0")/walls.mjs"
