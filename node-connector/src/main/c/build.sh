#!/bin/sh
# Builds the spawner and, in a folder "tools" beside it, what jobs find first in PATH: build.sh OUTPUT. Does nothing when all of it is
# newer than every source.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
out=$1
tools=$(dirname "$out")/tools
fresh() { [ -x "$1" ] && [ -z "$(find "$here" -newer "$1" -type f)" ]; }
if fresh "$out" && fresh "$tools/srun" && fresh "$tools/scontrol" && fresh "$tools/gatehouse-inside"; then exit 0; fi
command -v cc >/dev/null || { echo "the spawner needs a C compiler: install gcc and libc6-dev" >&2; exit 1; }
mkdir -p "$tools"
# compile OUTPUT SOURCE...: under another name until it is whole, so that one that runs is not written into.
compile() {
  to=$1
  shift
  cc -O2 -static -std=gnu17 -Wall -Wextra -Werror -fstack-protector-strong -D_FORTIFY_SOURCE=2 -o "$to.new" "$@"
  mv "$to.new" "$to"
}
step=$here/step
compile "$tools/srun" "$step/srun.c" "$step/options.c" "$step/layout.c" "$step/slots.c" "$step/tasks.c" "$step/output.c" "$step/shares.c"
compile "$tools/scontrol" "$step/scontrol.c" "$step/shares.c"
compile "$tools/gatehouse-inside" "$here/inside/inside.c"
compile "$out" "$here"/*.c
