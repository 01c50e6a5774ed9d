CREATE TABLE "user_search" (
	"_id" text PRIMARY KEY NOT NULL,
	"search" text NOT NULL
);
--> statement-breakpoint
ALTER TABLE "user_search" ADD CONSTRAINT "user_search__id_users__id_fk" FOREIGN KEY ("_id") REFERENCES "public"."users"("_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "user_search_words" ON "user_search" USING gin ("search" gin_trgm_ops);--> statement-breakpoint
INSERT INTO "user_search" SELECT "_id", "search" FROM "users" WHERE "deleted_at" IS NULL;
--> statement-breakpoint
CREATE FUNCTION add_user_search() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO user_search SELECT _id, search FROM added WHERE deleted_at IS NULL;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER users_add_search
AFTER INSERT ON users REFERENCING NEW TABLE AS added
FOR EACH STATEMENT EXECUTE FUNCTION add_user_search();
--> statement-breakpoint
CREATE FUNCTION change_user_search() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM user_search WHERE _id = NEW._id;
  IF NEW.deleted_at IS NULL THEN
    INSERT INTO user_search VALUES (NEW._id, NEW.search);
  END IF;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER users_change_search
AFTER UPDATE OF search, deleted_at ON users
FOR EACH ROW WHEN ((OLD.search, OLD.deleted_at) IS DISTINCT FROM (NEW.search, NEW.deleted_at))
EXECUTE FUNCTION change_user_search();
