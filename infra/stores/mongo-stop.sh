#!/bin/bash
# Ends what mongo-start.sh started with this data folder, and nothing else. A fast shutdown: no data is lost.
# usage: mongo-stop.sh DATA_DIR
DATA=$(realpath -m "$1"); NAME=parley-$(printf %s "$DATA" | sha1sum | cut -c1-16)
# a number in a pid file may be another process by now: the command line tells
runs() { [ -n "$1" ] && tr '\0' ' ' <"/proc/$1/cmdline" 2>/dev/null | grep -qF -- "$2"; }
end() { # PID SIGNAL MARK
  runs "$1" "$3" || return 0
  kill "-$2" "$1" 2>/dev/null
  for _ in $(seq 400); do runs "$1" "$3" || return 0; sleep 0.05; done
  echo "process $1 did not stop within 20 s" >&2; return 1
}
end "$(cat "$DATA/ferret.pid" 2>/dev/null)" TERM "--state-dir=$DATA/ferret" || exit 1
end "$(head -1 "$DATA/pg/postmaster.pid" 2>/dev/null)" INT "cluster_name=$NAME" || exit 1
SOCKET=$(cat "$DATA/socket_dir" 2>/dev/null)
case "$SOCKET" in /tmp/parley-*) rm -rf "$SOCKET" ;; esac
rm -f "$DATA/ferret.pid" "$DATA/socket_dir"
