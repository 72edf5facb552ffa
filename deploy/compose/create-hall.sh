#!/bin/sh
# At the first start of Postgres: the database, and its user, who is no superuser, so that row-level security holds. The superuser
# can only log in where the server runs.
set -e
psql --username=postgres --set=ON_ERROR_STOP=1 --set=password="$POSTGRES_PASSWORD" <<'SQL'
create user hall password :'password';
create database debates owner hall;
alter user postgres password null;
SQL
