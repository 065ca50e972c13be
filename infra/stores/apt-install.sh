#!/bin/bash
# Installs Debian packages without starting the services they bring: what runs, runs because Parley started it.
# Safe to run several times at once. usage: apt-install.sh LOCK_FILE PACKAGE...
set -euo pipefail
export DEBIAN_FRONTEND=noninteractive
exec 9>"$1"; shift; flock 9
POLICY=/usr/sbin/policy-rc.d
if [ ! -e "$POLICY" ]; then      # the switch that Debian's packages ask before they start a service
  printf '#!/bin/sh\nexit 101\n' >"$POLICY"; chmod +x "$POLICY"; trap 'rm -f "$POLICY"' EXIT
fi
install() { apt-get install -y -qq --no-install-recommends -o DPkg::Lock::Timeout=300 "$@" </dev/null; }
missing() { for p in "$@"; do dpkg-query -W -f '${Status}\n' "$p" 2>/dev/null | grep -q '^install ok installed' || echo "$p"; done; }
WANTED=$(missing "$@")
[ -n "$WANTED" ] || exit 0
# the lists may be absent or old: update when the first try does not succeed
# shellcheck disable=SC2086
install $WANTED || { apt-get update -qq; install $WANTED; }
case " $WANTED " in *redis-server*)
  if [ -d /run/systemd/system ]; then systemctl disable --quiet --now redis-server || true; fi ;;
esac
