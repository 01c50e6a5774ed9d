CREATE TABLE "registration_days" (
	"day" date NOT NULL,
	"slot" smallint NOT NULL,
	"users" integer NOT NULL,
	CONSTRAINT "registration_days_day_slot_pk" PRIMARY KEY("day","slot")
);
--> statement-breakpoint
DROP TABLE "user_counts";--> statement-breakpoint
CREATE TABLE "user_counts" (
	"profile" text NOT NULL,
	"platform" text COLLATE "C" NOT NULL,
	"use_tv_list" boolean NOT NULL,
	"slot" smallint NOT NULL,
	"users" integer NOT NULL,
	CONSTRAINT "user_counts_profile_platform_use_tv_list_slot_pk" PRIMARY KEY("profile","platform","use_tv_list","slot")
);
--> statement-breakpoint
-- Counts all users anew, by the days of a zone.
CREATE FUNCTION recount_users(zone text) RETURNS void LANGUAGE sql AS $$
  DELETE FROM user_counts;
  DELETE FROM registration_days;
  INSERT INTO user_counts
    SELECT profile, platform, use_tv_list, 0, count(*) FROM users WHERE deleted_at IS NULL GROUP BY 1, 2, 3;
  INSERT INTO registration_days
    SELECT (date_create AT TIME ZONE zone)::date, 0, count(*) FROM users WHERE deleted_at IS NULL GROUP BY 1;
  SELECT recount_expiries(zone)
$$;
--> statement-breakpoint
-- One function for each event: a trigger with the rows of a statement costs more than what it counts.
DROP TRIGGER users_expiries_added ON users;--> statement-breakpoint
DROP TRIGGER users_expiries_removed ON users;--> statement-breakpoint
DROP FUNCTION add_expiries();--> statement-breakpoint
DROP FUNCTION remove_expiries();--> statement-breakpoint
DROP FUNCTION count_users(bigint);--> statement-breakpoint
-- Always by kind, by registration and by expiry, and each in the order of its key, to avoid deadlocks.
CREATE OR REPLACE FUNCTION add_users() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  zone text := counted_zone();
BEGIN
  INSERT INTO user_search SELECT _id, search FROM added WHERE deleted_at IS NULL;
  INSERT INTO user_counts AS c
    SELECT profile, platform, use_tv_list, pg_current_xact_id()::text::bigint % 4, count(*) FROM added
    WHERE deleted_at IS NULL GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3
  ON CONFLICT (profile, platform, use_tv_list, slot) DO UPDATE SET users = c.users + excluded.users;
  INSERT INTO registration_days AS d
    SELECT (date_create AT TIME ZONE zone)::date, abs(hashtext(_id) % 16), count(*) FROM added
    WHERE deleted_at IS NULL GROUP BY 1, 2 ORDER BY 1, 2
  ON CONFLICT (day, slot) DO UPDATE SET users = d.users + excluded.users;
  INSERT INTO expiry_days AS d
    SELECT (date_expire AT TIME ZONE zone)::date, abs(hashtext(_id) % 16), count(*) FROM added
    WHERE deleted_at IS NULL AND date_expire IS NOT NULL GROUP BY 1, 2 ORDER BY 1, 2
  ON CONFLICT (day, slot) DO UPDATE SET licences = d.licences + excluded.licences;
  RETURN NULL;
END
$$;
--> statement-breakpoint
-- The product leaves a tombstone instead; who deletes rows by hand is counted all the same.
CREATE OR REPLACE FUNCTION remove_users() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  zone text := counted_zone();
BEGIN
  INSERT INTO user_counts AS c
    SELECT profile, platform, use_tv_list, pg_current_xact_id()::text::bigint % 4, -count(*) FROM removed
    WHERE deleted_at IS NULL GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3
  ON CONFLICT (profile, platform, use_tv_list, slot) DO UPDATE SET users = c.users + excluded.users;
  INSERT INTO registration_days AS d
    SELECT (date_create AT TIME ZONE zone)::date, abs(hashtext(_id) % 16), -count(*) FROM removed
    WHERE deleted_at IS NULL GROUP BY 1, 2 ORDER BY 1, 2
  ON CONFLICT (day, slot) DO UPDATE SET users = d.users + excluded.users;
  INSERT INTO expiry_days AS d
    SELECT (date_expire AT TIME ZONE zone)::date, abs(hashtext(_id) % 16), -count(*) FROM removed
    WHERE deleted_at IS NULL AND date_expire IS NOT NULL GROUP BY 1, 2 ORDER BY 1, 2
  ON CONFLICT (day, slot) DO UPDATE SET licences = d.licences + excluded.licences;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION change_user() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM user_search WHERE _id = OLD._id;
  IF NEW.deleted_at IS NULL THEN
    INSERT INTO user_search VALUES (NEW._id, NEW.search);
  END IF;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE FUNCTION move_user_counts() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  zone text := counted_zone();
  is_other boolean := (OLD.deleted_at IS NULL) <> (NEW.deleted_at IS NULL);
BEGIN
  IF is_other OR (OLD.profile, OLD.platform, OLD.use_tv_list) <> (NEW.profile, NEW.platform, NEW.use_tv_list) THEN
    INSERT INTO user_counts AS c
      SELECT profile, platform, use_tv_list, pg_current_xact_id()::text::bigint % 4, more
      FROM (VALUES (OLD.profile, OLD.platform, OLD.use_tv_list, -1, OLD.deleted_at),
        (NEW.profile, NEW.platform, NEW.use_tv_list, 1, NEW.deleted_at))
        moved (profile, platform, use_tv_list, more, deleted_at)
      WHERE deleted_at IS NULL ORDER BY 1, 2, 3
    ON CONFLICT (profile, platform, use_tv_list, slot) DO UPDATE SET users = c.users + excluded.users;
  END IF;
  IF is_other OR (OLD.date_create AT TIME ZONE zone)::date <> (NEW.date_create AT TIME ZONE zone)::date THEN
    INSERT INTO registration_days AS d
      SELECT (date_create AT TIME ZONE zone)::date, abs(hashtext(NEW._id) % 16), more
      FROM (VALUES (OLD.date_create, -1, OLD.deleted_at), (NEW.date_create, 1, NEW.deleted_at))
        moved (date_create, more, deleted_at)
      WHERE deleted_at IS NULL ORDER BY 1
    ON CONFLICT (day, slot) DO UPDATE SET users = d.users + excluded.users;
  END IF;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER users_counts_moved
AFTER UPDATE OF profile, platform, use_tv_list, date_create, deleted_at ON users
FOR EACH ROW WHEN ((OLD.profile, OLD.platform, OLD.use_tv_list, OLD.date_create, OLD.deleted_at)
  IS DISTINCT FROM (NEW.profile, NEW.platform, NEW.use_tv_list, NEW.date_create, NEW.deleted_at))
EXECUTE FUNCTION move_user_counts();
--> statement-breakpoint
SELECT recount_users(counted_zone());
