#!/bin/sh
# Makes a password, and with it the two files that compose.yaml needs: the configuration of Redis, and its address.
# sh examples/cluster/secrets.sh [HOST]: HOST is how the workers reach Redis, by default the service of compose.yaml.
set -eu
folder=$(dirname "$0")/secrets
umask 077
mkdir -p "$folder"
password=$(od -An -N24 -tx1 /dev/urandom | tr -d ' \n')
printf 'appendonly yes\nmaxmemory-policy noeviction\nrequirepass %s\n' "$password" > "$folder/redis.conf"
printf 'redis://:%s@%s\n' "$password" "${1:-redis}" > "$folder/redis-url"
# Redis in its container is another user than you are.
chmod 644 "$folder/redis.conf" "$folder/redis-url"
echo "$folder/redis.conf and $folder/redis-url are made"
