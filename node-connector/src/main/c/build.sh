#!/bin/sh
# Builds the spawner: build.sh OUTPUT. Does nothing when OUTPUT is newer than every source.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
out=$1
if [ -x "$out" ] && [ -z "$(find "$here" -newer "$out" -type f)" ]; then exit 0; fi
command -v cc >/dev/null || { echo "the spawner needs a C compiler: install gcc and libc6-dev" >&2; exit 1; }
mkdir -p "$(dirname "$out")"
cc -O2 -static -std=gnu17 -Wall -Wextra -Werror -fstack-protector-strong -D_FORTIFY_SOURCE=2 -o "$out" "$here"/*.c
