CREATE TABLE "user_counts" (
	"slot" integer PRIMARY KEY NOT NULL,
	"users" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "user_search" (
	"_id" text PRIMARY KEY NOT NULL,
	"search" text NOT NULL
);
--> statement-breakpoint
DROP INDEX "users_present";--> statement-breakpoint
INSERT INTO "user_search" SELECT "_id", "search" FROM "users" WHERE "deleted_at" IS NULL;--> statement-breakpoint
INSERT INTO "user_counts" SELECT 0, count(*) FROM "user_search";--> statement-breakpoint
ALTER TABLE "user_search" ADD CONSTRAINT "user_search__id_users__id_fk" FOREIGN KEY ("_id") REFERENCES "public"."users"("_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "user_search_words" ON "user_search" USING gin ("search" gin_trgm_ops);--> statement-breakpoint
CREATE FUNCTION count_users(more bigint) RETURNS void LANGUAGE sql AS $$
  INSERT INTO user_counts VALUES (pg_current_xact_id()::text::bigint % 8, more)
  ON CONFLICT (slot) DO UPDATE SET users = user_counts.users + excluded.users
$$;
--> statement-breakpoint
CREATE FUNCTION add_users() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO user_search SELECT _id, search FROM added WHERE deleted_at IS NULL;
  PERFORM count_users((SELECT count(*) FROM added WHERE deleted_at IS NULL));
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER users_added
AFTER INSERT ON users REFERENCING NEW TABLE AS added
FOR EACH STATEMENT EXECUTE FUNCTION add_users();
--> statement-breakpoint
CREATE FUNCTION change_user() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM user_search WHERE _id = OLD._id;
  IF NEW.deleted_at IS NULL THEN
    INSERT INTO user_search VALUES (NEW._id, NEW.search);
  END IF;
  IF (OLD.deleted_at IS NULL) <> (NEW.deleted_at IS NULL) THEN
    PERFORM count_users(CASE WHEN NEW.deleted_at IS NULL THEN 1 ELSE -1 END);
  END IF;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER users_changed
AFTER UPDATE OF search, deleted_at ON users
FOR EACH ROW WHEN ((OLD.search, OLD.deleted_at) IS DISTINCT FROM (NEW.search, NEW.deleted_at))
EXECUTE FUNCTION change_user();
--> statement-breakpoint
-- The product leaves a tombstone instead; who deletes rows by hand is counted all the same.
CREATE FUNCTION remove_users() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM count_users((SELECT -count(*) FROM removed WHERE deleted_at IS NULL));
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER users_removed
AFTER DELETE ON users REFERENCING OLD TABLE AS removed
FOR EACH STATEMENT EXECUTE FUNCTION remove_users();
