#!/bin/sh
# Starts as the replica of whoever the sentinels say is the master; the very first time there are none, and it is pod 0.
set -eu
PASSWORD=$(cat /run/secrets/REDIS_PASSWORD)
export REDISCLI_AUTH="$PASSWORD"
PORT=6379
# The default user is for the servers among themselves; processes of ours have users of their own.
HASH=$(printf %s "$PASSWORD" | sha256sum | cut -d' ' -f1)
{ echo "user default on #$HASH ~* &* +@all"; grep -v '^user default ' /run/secrets/users.acl; } >/data/users.acl
SELF="$POD.$PEERS"

MASTER=$(timeout 5 redis-cli -h "$SENTINELS" -p 26379 \
  sentinel get-master-addr-by-name likewell 2>/dev/null | head -n 1) || MASTER=
case "$MASTER" in *[!A-Za-z0-9.-]*) MASTER= ;; esac
[ -n "$MASTER" ] || MASTER="${POD%-*}-0.$PEERS"

set -- --port "$PORT" --bind '*' '-::*' --dir /data --appendonly yes --save '' \
  --maxmemory 512mb --maxmemory-policy allkeys-lru \
  --aclfile /data/users.acl --masterauth "$PASSWORD" --replica-announce-ip "$SELF"
[ "$MASTER" = "$SELF" ] || set -- "$@" --replicaof "$MASTER" "$PORT"
exec redis-server "$@"
