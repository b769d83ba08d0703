#!/usr/bin/env bash
# What one person's jobs do to their own processes and files must hold up nobody else.
if [[ $(id -u) != 0 ]]; then
  echo "ok      not root: there is one person only"
  exit 0
fi
exec node "$(dirname "$0")/bystanders.mjs"
