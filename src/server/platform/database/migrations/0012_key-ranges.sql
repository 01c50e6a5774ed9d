-- The six ranges of its first three characters that a key lies in, from the widest: level * 2^24 + half bytes so far.
CREATE FUNCTION key_ranges(key text) RETURNS int[] LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT array[
    (1 << 24) | (least(ascii(key), 127) >> 4),
    (2 << 24) | least(ascii(key), 127),
    (3 << 24) | (least(ascii(key), 127) << 4) | (least(ascii(substr(key, 2, 1)), 127) >> 4),
    (4 << 24) | (least(ascii(key), 127) << 8) | least(ascii(substr(key, 2, 1)), 127),
    (5 << 24) | (least(ascii(key), 127) << 12) | (least(ascii(substr(key, 2, 1)), 127) << 4)
      | (least(ascii(substr(key, 3, 1)), 127) >> 4),
    (6 << 24) | (least(ascii(key), 127) << 16) | (least(ascii(substr(key, 2, 1)), 127) << 8)
      | least(ascii(substr(key, 3, 1)), 127)
  ]
$$;
--> statement-breakpoint
DROP INDEX "users_search";--> statement-breakpoint
CREATE INDEX "users_search" ON "users" USING gin ("search" gin_trgm_ops,key_ranges("name_key")) WHERE "users"."deleted_at" is null;