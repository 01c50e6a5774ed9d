CREATE TABLE "expiry_days" (
	"day" date NOT NULL,
	"slot" smallint NOT NULL,
	"licences" integer NOT NULL,
	CONSTRAINT "expiry_days_day_slot_pk" PRIMARY KEY("day","slot")
);
--> statement-breakpoint
CREATE INDEX "users_customer_expiry" ON "users" USING btree ("created_by","date_expire") WHERE "users"."deleted_at" is null and "users"."date_expire" is not null;--> statement-breakpoint
-- Counts all licences anew, by the days of a zone.
CREATE FUNCTION recount_expiries(zone text) RETURNS void LANGUAGE sql AS $$
  DELETE FROM expiry_days;
  INSERT INTO expiry_days
    SELECT (date_expire AT TIME ZONE zone)::date, 0, count(*) FROM users
    WHERE deleted_at IS NULL AND date_expire IS NOT NULL GROUP BY 1
$$;
--> statement-breakpoint
CREATE FUNCTION add_expiries() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO expiry_days AS d
    SELECT (date_expire AT TIME ZONE counted_zone())::date, abs(hashtext(_id) % 16), count(*) FROM added
    WHERE deleted_at IS NULL AND date_expire IS NOT NULL GROUP BY 1, 2 ORDER BY 1, 2
  ON CONFLICT (day, slot) DO UPDATE SET licences = d.licences + excluded.licences;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER users_expiries_added
AFTER INSERT ON users REFERENCING NEW TABLE AS added
FOR EACH STATEMENT EXECUTE FUNCTION add_expiries();
--> statement-breakpoint
-- In the order of the days, so that two sales never wait for each other.
CREATE FUNCTION move_expiry() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  zone text := counted_zone();
  before date := CASE WHEN OLD.deleted_at IS NULL THEN (OLD.date_expire AT TIME ZONE zone)::date END;
  after date := CASE WHEN NEW.deleted_at IS NULL THEN (NEW.date_expire AT TIME ZONE zone)::date END;
BEGIN
  IF before IS DISTINCT FROM after THEN
    INSERT INTO expiry_days AS d
      SELECT day, abs(hashtext(NEW._id) % 16), more FROM (VALUES (before, -1), (after, 1)) moved (day, more)
      WHERE day IS NOT NULL ORDER BY day
    ON CONFLICT (day, slot) DO UPDATE SET licences = d.licences + excluded.licences;
  END IF;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER users_expiry_moved
AFTER UPDATE OF date_expire, deleted_at ON users
FOR EACH ROW WHEN ((OLD.date_expire, OLD.deleted_at) IS DISTINCT FROM (NEW.date_expire, NEW.deleted_at))
EXECUTE FUNCTION move_expiry();
--> statement-breakpoint
-- The product leaves a tombstone instead; who deletes rows by hand is counted all the same.
CREATE FUNCTION remove_expiries() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO expiry_days AS d
    SELECT (date_expire AT TIME ZONE counted_zone())::date, abs(hashtext(_id) % 16), -count(*) FROM removed
    WHERE deleted_at IS NULL AND date_expire IS NOT NULL GROUP BY 1, 2 ORDER BY 1, 2
  ON CONFLICT (day, slot) DO UPDATE SET licences = d.licences + excluded.licences;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER users_expiries_removed
AFTER DELETE ON users REFERENCING OLD TABLE AS removed
FOR EACH STATEMENT EXECUTE FUNCTION remove_expiries();
--> statement-breakpoint
SELECT recount_expiries(counted_zone());
