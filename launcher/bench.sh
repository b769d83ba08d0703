# Measures: prints figures for docs/benchmarks.md. No test passes or fails by them.
# shellcheck shell=bash

run_bench() {
  case ${1:-script} in
    script) bench_script ;;
    *) wrong_use "bench knows script, not \"$1\"" ;;
  esac
}

# The reader alone, as the portal's JVM runs it, warm; a line for each kind of input.
bench_script() {
  find_jdk
  local log=$REPO/target/bench.log
  mkdir -p "$REPO/target"
  JAVA_HOME=$JDK maven "$log" -q -DskipTests test-compile -pl quotas,node-connector,scheduler-ejb || failed_build "$log" "The benchmark could not be built."
  local tests=$REPO/scheduler-ejb/target
  echo "A script of 1 MB, read when warm (milliseconds, best of several):"
  "$JDK/bin/java" -XX:+UseSerialGC -Xmx1g -cp "$tests/test-classes:$tests/classes" org.gatehouse.script.LinearTimeTest \
    $'body;\n' 'body;python train.py --lr 0.1;' $'#SBATCH -n 1 -J "a b" # c\n' $'#SBATCH partiton=x --tiem=30m\n' \
    $'#SBATCH -a 1-100000:3 -w n[1-9999] -C [a|b] -d afterok:1 -b now+1hour\n' '-a;1,'
}
