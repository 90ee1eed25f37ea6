#!/bin/sh
# Watches the master that the other sentinels know, or pod 0. Names rather than addresses: a pod that comes back has another.
set -eu
PASSWORD=$(cat /run/secrets/REDIS_PASSWORD)
export REDISCLI_AUTH="$PASSWORD"
CONF=/sentinel/sentinel.conf

MASTER=$(timeout 5 redis-cli -h "$SENTINELS" -p 26379 \
  sentinel get-master-addr-by-name likewell 2>/dev/null | head -n 1) || MASTER=
case "$MASTER" in *[!A-Za-z0-9.-]*) MASTER= ;; esac
[ -n "$MASTER" ] || MASTER="${POD%-*}-0.$PEERS"

cat >"$CONF" <<END
port 26379
sentinel resolve-hostnames yes
sentinel announce-hostnames yes
sentinel announce-ip $POD.$PEERS
requirepass $PASSWORD
sentinel sentinel-pass $PASSWORD
sentinel monitor likewell $MASTER 6379 2
sentinel auth-pass likewell $PASSWORD
sentinel down-after-milliseconds likewell 5000
sentinel failover-timeout likewell 15000
sentinel parallel-syncs likewell 1
END
# Processes of ours ask for the master and hear of a failover, and nothing else.
MAY='resetchannels &* -@all +auth +hello +ping +client +role +info +subscribe +unsubscribe'
MAY="$MAY +sentinel|get-master-addr-by-name +sentinel|sentinels +sentinel|slaves +sentinel|replicas"
while read -r _ NAME _ HASH _; do
  [ "$NAME" = default ] || echo "user $NAME on $HASH $MAY" >>"$CONF"
done </run/secrets/users.acl
# A name that has no address yet is an error to a sentinel: it begins when the master can be found.
until getent hosts "$MASTER" >/dev/null; do sleep 1; done
exec redis-server "$CONF" --sentinel
