#!/bin/bash
# Starts what mongo-provision.sh installed; returns when the port answers at mongodb://127.0.0.1:PORT.
# What an earlier start with this data folder left running is ended first.
# usage: mongo-start.sh CACHE_DIR DATA_DIR PORT
# DURABLE=1 keeps fsync on (for data that matters); the default is for tests and trials.
set -euo pipefail
CACHE=$1; DATA=$(realpath -m "$2"); PORT=$3
ROOT=$CACHE/documentdb; C=$ROOT/userland; HERE=$(dirname "$(realpath "$0")")
NAME=parley-$(printf %s "$DATA" | sha1sum | cut -c1-16)
mkdir -p "$DATA/ferret" "$C/run/pgdata" "$C/run/pgsock" "$C/dev/shm"
# a private mount namespace: nothing is left in the host's mount table
if [ -z "${_INNER:-}" ]; then
  "$HERE/mongo-stop.sh" "$DATA"
  exec env _INNER=1 unshare -m --propagation private "$0" "$CACHE" "$DATA" "$PORT"
fi
# a socket's path holds 107 characters at most, and DATA_DIR may be long
SOCKET=$(mktemp -d /tmp/parley-XXXXXX); echo "$SOCKET" >"$DATA/socket_dir"
mount --bind "$DATA" "$C/run/pgdata"; mount --bind "$SOCKET" "$C/run/pgsock"
mount --bind /dev/shm "$C/dev/shm"; mount -t proc proc "$C/proc"
PGUID=$(chroot "$C" id -u postgres); mkdir -p "$DATA/pg"; chown "$PGUID" "$DATA" "$DATA/pg" "$SOCKET"; chmod 700 "$DATA/pg"
P="chroot --userspec=postgres:postgres $C env -i LC_ALL=C.UTF-8 HOME=/tmp PATH=/usr/lib/postgresql/18/bin:/usr/bin:/bin"
NEW=0
if [ ! -f "$DATA/pg/PG_VERSION" ]; then
  if [ -d "$ROOT/template/pg" ]; then rm -rf "$DATA/pg"; cp -a --reflink=auto "$ROOT/template/pg" "$DATA/"
  else NEW=1; $P initdb -D /run/pgdata/pg -U postgres --auth=trust --encoding=UTF8 --locale=C.UTF-8 --no-sync --no-instructions >"$DATA/initdb.log"; fi
fi
# the pid of a killed server may belong to another program by now, which PostgreSQL would take for itself
OLD=$(head -1 "$DATA/pg/postmaster.pid" 2>/dev/null || true)
if [ -n "$OLD" ] && kill -0 "$OLD" 2>/dev/null && ! grep -qaF "cluster_name=$NAME" "/proc/$OLD/cmdline"; then rm -f "$DATA/pg/postmaster.pid"; fi
SYNC=off; [ -n "${DURABLE:-}" ] && SYNC=on
cat > "$DATA/pg/conf.auto" <<EOC
listen_addresses = ''
unix_socket_directories = '/run/pgsock'
shared_preload_libraries = 'pg_cron,pg_documentdb_core,pg_documentdb'
cron.database_name = 'postgres'
cron.use_background_workers = on
documentdb.localhost_connection_string = 'host=/run/pgsock'
# a stream of unanalysed rows can flip a query plan: this switch and the autovacuum settings prevent it
documentdb.enableCompositeIndexPlanner = on
documentdb_core.enableCollation = on
max_connections = 200
max_worker_processes = 16
shared_buffers = 256MB
fsync = $SYNC
synchronous_commit = $SYNC
full_page_writes = $SYNC
wal_level = minimal
max_wal_senders = 0
max_wal_size = 2GB
jit = off
autovacuum_naptime = 1s
autovacuum_analyze_scale_factor = 0.02
autovacuum_vacuum_scale_factor = 0.02
autovacuum_vacuum_cost_delay = 0
log_min_messages = error
log_min_error_statement = panic
EOC
grep -q "conf.auto" "$DATA/pg/postgresql.conf" || echo "include 'conf.auto'" >> "$DATA/pg/postgresql.conf"
mkdir -p "$DATA/pg/pg_documentdb_cursor_files"; chown "$PGUID" "$DATA/pg/pg_documentdb_cursor_files"
start() { $P pg_ctl -D /run/pgdata/pg -o "-c cluster_name=$NAME" -l /run/pgdata/pg.log -w -s start; }
# the children of a killed server need a moment to notice that it is gone
start 2>/dev/null || { sleep 1; start; } || { echo "PostgreSQL did not start; see $DATA/pg.log" >&2; exit 1; }
[ "$NEW" = 0 ] || $P psql -q -h /run/pgsock -U postgres -c 'SET client_min_messages=warning; CREATE EXTENSION IF NOT EXISTS documentdb CASCADE'
cd "$DATA/ferret"
DO_NOT_TRACK=1 setsid nohup "$ROOT/bin/ferretdb" --no-auth --telemetry=disable --debug-addr=- --log-level=WARN --state-dir="$DATA/ferret" \
  --listen-addr=127.0.0.1:"$PORT" --postgresql-url="postgres://postgres@/postgres?host=$SOCKET&pool_max_conns=50" >"$DATA/ferret.log" 2>&1 </dev/null &
echo $! > "$DATA/ferret.pid"
for _ in $(seq 250); do
  (exec 3<>/dev/tcp/127.0.0.1/"$PORT") 2>/dev/null && exit 0
  kill -0 "$(cat "$DATA/ferret.pid")" 2>/dev/null || break
  sleep 0.02
done
echo "FerretDB did not listen on port $PORT; see $DATA/ferret.log" >&2; exit 1
