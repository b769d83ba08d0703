# Finds a JDK 25.
# shellcheck shell=bash

jdk_version() {
  sed -n 's/^JAVA_VERSION="\([0-9]*\).*/\1/p' "$1/release" 2>/dev/null
}

is_jdk_25() {
  [[ -x $1/bin/java && -x $1/bin/javac && -x $1/bin/jar && $(jdk_version "$1") == 25 ]]
}

# GATEHOUSE_JDK_SEARCH: patterns of folders, separated by colons, in place of the usual ones.
find_jdk() {
  local usual="/usr/lib/jvm/*:/usr/java/*:/usr/local/*jdk*:/opt/*:${HOME:-/nonexistent}/.sdkman/candidates/java/*:${HOME:-/nonexistent}/.jdks/*"
  local -a patterns looked=()
  local pattern folder version
  if [[ -n ${JAVA_HOME:-} ]]; then
    if is_jdk_25 "$JAVA_HOME"; then JDK=$JAVA_HOME && export_jdk && return; fi
    version=$(jdk_version "$JAVA_HOME")
    looked+=("JAVA_HOME=$JAVA_HOME (${version:+version $version}${version:-no JDK})")
  fi
  IFS=: read -r -a patterns <<<"${GATEHOUSE_JDK_SEARCH-$usual}"
  for pattern in ${patterns[@]+"${patterns[@]}"}; do
    for folder in $pattern; do
      [[ -d $folder && ! -L $folder ]] || continue
      if is_jdk_25 "$folder"; then JDK=$folder && export_jdk && return; fi
      version=$(jdk_version "$folder")
      [[ -n $version ]] && looked+=("$folder (version $version)")
    done
    looked+=("$pattern")
  done
  die "no JDK 25 was found." "Looked at:" "${looked[@]/#/  }" \
    "Install one (for example Eclipse Temurin 25, package temurin-25-jdk), or name it: JAVA_HOME=/path/to/jdk-25 ./gatehouse up"
}

export_jdk() {
  JDK=$(readlink -f "$JDK")
  export JAVA_HOME=$JDK
}
