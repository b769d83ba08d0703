# Ports and HTTP with bash alone.
# shellcheck shell=bash

# listener_of PORT: "pid command" of who listens on it; nothing when it is free. The pid is "?" when it may not be seen.
listener_of() {
  local hex inode link
  printf -v hex '%04X' "$1"
  inode=$(awk -v port=":$hex" '$4 == "0A" && substr($2, length($2) - 4) == port { print $10; exit }' /proc/net/tcp /proc/net/tcp6 2>/dev/null)
  [[ -n $inode ]] || return 1
  link=$(find /proc/[0-9]*/fd -lname "socket:\[$inode\]" -print -quit 2>/dev/null)
  if [[ $link =~ ^/proc/([0-9]+)/ ]]; then
    echo "${BASH_REMATCH[1]} $(tr '\0' ' ' <"/proc/${BASH_REMATCH[1]}/cmdline" | cut -c 1-100)"
  else
    echo "? (of another account)"
  fi
}

# check_port PORT FLAG WHAT
check_port() {
  local who
  who=$(listener_of "$1") || return 0
  die "port $1, meant for $3, is taken by pid ${who%% *}: ${who#* }" \
    "End that process, or take another port: ./gatehouse up $2 $(($1 + 1000))"
}

# http METHOD PORT PATH [HEADER...]: HTTP_STATUS (000 when nobody answers), HTTP_HEAD, HTTP_BODY; HTTP_DATA is sent.
http() {
  local method=$1 port=$2 path=$3 answer header head
  shift 3
  printf -v head '%s %s HTTP/1.0\r\nHost: 127.0.0.1:%s\r\nConnection: close\r\n' "$method" "$path" "$port"
  for header in "$@"; do head+=$header$'\r\n'; done
  if [[ -n ${HTTP_DATA:-} ]]; then head+="Content-Length: $(printf %s "$HTTP_DATA" | wc -c)"$'\r\n'; fi
  answer=$({ exec 3<>"/dev/tcp/127.0.0.1/$port" && printf '%s\r\n%s' "$head" "${HTTP_DATA:-}" >&3 && timeout 10 cat <&3; } 2>/dev/null | tr -d '\0')
  HTTP_STATUS=000 HTTP_HEAD='' HTTP_BODY=''
  if [[ $answer =~ ^HTTP/1\.[01]\ ([0-9]{3}) ]]; then
    HTTP_STATUS=${BASH_REMATCH[1]}
    HTTP_HEAD=${answer%%$'\r\n\r\n'*}
    # shellcheck disable=SC2034
    HTTP_BODY=${answer#*$'\r\n\r\n'}
  fi
}
