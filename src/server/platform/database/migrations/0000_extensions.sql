-- Substring search over the `search` columns.
CREATE EXTENSION IF NOT EXISTS pg_trgm;
