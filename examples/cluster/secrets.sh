#!/bin/sh
# Makes the files that a Redis for Mulligan needs, in the folder `secrets` next to this file: passwords, users.acl with
# them, a certificate with its own CA, redis.conf, and the addresses for workers and for runs. Only you can read them.
#
#   sh examples/cluster/secrets.sh          for compose.yaml and kubernetes.yaml
#   sh examples/cluster/secrets.sh HOST     for a redis-server on this machine; HOST is its name or IPv4 address for others
set -eu
umask 077
here=$(cd "$(dirname "$0")" && pwd)
folder=$here/secrets
if [ -e "$folder" ]; then
  echo "$folder: exists already; delete it to make new secrets" >&2
  exit 2
fi
if [ $# -eq 0 ]; then
  host=redis place=/run/secrets data=/data
  # The containers run as you: nobody else can read the secrets.
  printf 'MULLIGAN_USER=%s\n' "$(id -u):$(id -g)" > "$here/.env"
  mkdir -p "$here/inputs"
else
  host=$1 place=$folder data=$here/data
fi
mkdir -p "$folder" "$here/data"
cd "$folder"

users='admin mulligan-run mulligan-worker'
cp ../users.acl users.acl
for user in $users; do
  openssl rand -hex 24 | tr -d '\n' > "$user.password"
  hash=$(openssl dgst -sha256 -r "$user.password" | cut -d' ' -f1)
  sed "s/^user $user on/& #$hash/" users.acl > users.new
  mv users.new users.acl
done
for name in run worker; do
  printf 'rediss://mulligan-%s:%s@%s\n' "$name" "$(cat "mulligan-$name.password")" "$host" > "$name-url"
done
openssl rand -hex 24 > metrics-token

case $host in
  *[!0-9.]*) names="DNS:$host,DNS:localhost,IP:127.0.0.1" ;;
  *) names="IP:$host,DNS:localhost,IP:127.0.0.1" ;;
esac
curve='-newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes'
openssl req -x509 $curve -keyout ca.key -out ca.pem -days 3650 -subj '/CN=Mulligan cluster CA' 2> /dev/null
openssl req $curve -keyout redis.key -out redis.csr -subj "/CN=$host" 2> /dev/null
printf 'subjectAltName=%s\n' "$names" > redis.ext
openssl x509 -req -in redis.csr -CA ca.pem -CAkey ca.key -CAcreateserial -out redis.crt -days 825 -extfile redis.ext 2> /dev/null
rm redis.csr redis.ext

cat > redis.conf <<END
port 0
tls-port 6379
tls-cert-file $place/redis.crt
tls-key-file $place/redis.key
tls-ca-cert-file $place/ca.pem
tls-auth-clients no
aclfile $place/users.acl
dir $data
appendonly yes
maxmemory-policy noeviction
END
chmod 400 ./*
echo "$folder is made. Give ca.pem to all machines, worker-url to workers, run-url to those that start runs"
