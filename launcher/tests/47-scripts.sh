#!/usr/bin/env bash
# Scripts as people bring them from a cluster: arrays, steps over nodes, signals, memory, dependencies, requeues, kill -9 amid.
exec node "$(dirname "$0")/scripts.mjs"
