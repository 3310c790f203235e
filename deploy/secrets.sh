#!/bin/sh
# Makes the passwords and keys that compose.yaml reads, in deploy/secrets, where they are not there yet.
set -eu
cd "$(dirname "$0")"
umask 077
mkdir -p secrets
cd secrets
if [ -e database_url ]; then
  echo "deploy/secrets exists already; nothing was changed"
  exit 0
fi
random() { od -An -N24 -tx1 /dev/urandom | tr -d ' \n'; }
server=$(random)
owner=$(random)
key=$(random)
secret=$(random)
printf '%s' "$(random)" > postgres_password
printf '%s' "$(random)$(random)" > audit_key
printf '%s' "$(random)$(random)" > secret_key
printf '%s' "$key" > bucket_key_id
printf '%s' "$secret" > bucket_secret
printf 'postgresql://firm_server:%s@pgbouncer:5432/tenant_admin' "$server" > database_url
printf 'postgresql://firm_server:%s@postgres:5432/tenant_admin' "$server" > direct_database_url
printf 'postgresql://firm_owner:%s@postgres:5432/tenant_admin' "$owner" > owner_database_url
printf '"firm_server" "%s"\n' "$server" > userlist.txt
printf 'ROOT_ACCESS_KEY=%s\nROOT_SECRET_KEY=%s\n' "$key" "$secret" > store.env
printf 'AWS_ACCESS_KEY_ID=%s\nAWS_SECRET_ACCESS_KEY=%s\nAWS_DEFAULT_REGION=us-east-1\n' "$key" "$secret" > store-client.env
# The owner makes and migrates the tables; the server's login owns nothing and can only add to the log.
cat > logins.sql <<SQL
create role firm_owner login password '$owner';
create role firm_server login password '$server';
alter database tenant_admin owner to firm_owner;
grant all on schema public to firm_owner;
SQL
# Read by processes in containers that have users of their own.
chmod 0444 ./*
chmod 0755 .
echo "deploy/secrets was created; keep copies of audit_key and secret_key where the administrator of the database has no access: no backup holds them"
