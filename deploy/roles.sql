-- The two roles and their database (docs/operations.md), for psql as a superuser. The passwords are those in the
-- addresses DATABASE_URL and DATABASE_OWNER_URL, or in the files that DATABASE_URL_FILE and DATABASE_OWNER_URL_FILE name.
\set ON_ERROR_STOP on
\set server_url `printenv DATABASE_URL || cat "$DATABASE_URL_FILE"`
\set owner_url `printenv DATABASE_OWNER_URL || cat "$DATABASE_OWNER_URL_FILE"`
SELECT substring(:'server_url' FROM '//[^:/]+:([^@]+)@') AS server_password \gset
SELECT substring(:'owner_url' FROM '//[^:/]+:([^@]+)@') AS owner_password \gset

CREATE ROLE cartelera_owner LOGIN PASSWORD :'owner_password';
CREATE ROLE cartelera_server LOGIN PASSWORD :'server_password';
CREATE DATABASE cartelera OWNER cartelera_owner ENCODING 'UTF8' TEMPLATE template0;
REVOKE ALL ON DATABASE cartelera FROM PUBLIC;
GRANT CONNECT ON DATABASE cartelera TO cartelera_server;
\connect cartelera
ALTER SCHEMA public OWNER TO cartelera_owner;
REVOKE CREATE ON SCHEMA public FROM PUBLIC;
