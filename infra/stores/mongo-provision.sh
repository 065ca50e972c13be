#!/bin/bash
# Installs a MongoDB-compatible server where no mongod can be had: PostgreSQL 18 + DocumentDB (a Debian userland in a
# folder) behind FerretDB. Needs root and apt. Idempotent; safe to run several times at once; 600 MB of disk.
# usage: mongo-provision.sh CACHE_DIR [--check]      --check fails when something is left to install
set -euo pipefail
CACHE=$1; ROOT=$CACHE/documentdb; C=$ROOT/userland; HERE=$(dirname "$(realpath "$0")")
FERRET=v2.7.0
[ ! -d "$ROOT/template/pg" ] || exit 0
[ "${2:-}" != --check ] || exit 1
mkdir -p "$ROOT/bin"
exec 7>"$ROOT/lock"; flock 7
[ ! -d "$ROOT/template/pg" ] || exit 0      # another run has done it meanwhile

ferretdb() {
  [ ! -x "$ROOT/bin/ferretdb" ] || return 0
  local go; go=$("$HERE/go.sh" "$CACHE")
  CGO_ENABLED=0 GOBIN=$ROOT/bin "$go" install -trimpath "github.com/FerretDB/FerretDB/v2/cmd/ferretdb@$FERRET"
}
userland() {
  [ ! -d "$C" ] || return 0
  "$HERE/apt-install.sh" "$CACHE/apt.lock" mmdebstrap debian-archive-keyring
  # the mirror that this machine's own apt uses; without one mmdebstrap takes its default
  local mirror; mirror=$(apt-get indextargets --format '$(SITE)' 'Created-By: Packages' | grep -m1 -E '/debian/?$' || true)
  for suite in sid forky; do
    rm -rf "$C.new"
    # a mount namespace of its own, so that a killed run leaves no mounts
    unshare -m --propagation private mmdebstrap --quiet --variant=minbase --mode=root \
      --aptopt='Acquire::Check-Valid-Until "false"' --aptopt='APT::Install-Recommends "false"' --aptopt='Acquire::Retries "3"' \
      --dpkgopt='path-exclude=/usr/share/man/*' --dpkgopt='path-exclude=/usr/share/doc/*' \
      --dpkgopt='path-exclude=/usr/share/locale/*' --dpkgopt='path-exclude=/usr/lib/postgresql/18/lib/bitcode/*' \
      --essential-hook='mkdir -p "$1/etc/postgresql-common"; echo "create_main_cluster = false" > "$1/etc/postgresql-common/createcluster.conf"; printf "#!/bin/sh\nexit 101\n" > "$1/usr/sbin/policy-rc.d"; chmod +x "$1/usr/sbin/policy-rc.d"' \
      --include=postgresql-18-documentdb,postgresql-18-cron,postgresql-18-pgvector,postgresql-18-rum,postgresql-18-postgis-3 \
      "$suite" "$C.new" ${mirror:+"$mirror"} && mv "$C.new" "$C" && return 0
  done
  echo "no Debian suite offered postgresql-18-documentdb" >&2; return 1
}

# one waits for the network while the other compiles
ferretdb & BUILD=$!
userland
wait "$BUILD"

# a ready cluster: later starts copy it instead of running initdb (0.5 s, not 1.4 s)
rm -rf "$ROOT/.new"
"$HERE/mongo-start.sh" "$CACHE" "$ROOT/.new" $((20000 + RANDOM % 10000)) 7>&-
"$HERE/mongo-stop.sh" "$ROOT/.new"
mkdir -p "$ROOT/template"; mv "$ROOT/.new/pg" "$ROOT/template/pg"; rm -rf "$ROOT/.new"
