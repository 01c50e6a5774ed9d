CREATE TABLE "audit_days" (
	"day" date NOT NULL,
	"action" text NOT NULL,
	"resource" text NOT NULL,
	"slot" smallint NOT NULL,
	"entries" integer NOT NULL,
	CONSTRAINT "audit_days_day_action_resource_slot_pk" PRIMARY KEY("day","action","resource","slot")
);
--> statement-breakpoint
-- Counts all entries anew, by the days of a zone.
CREATE FUNCTION recount_audit(zone text) RETURNS void LANGUAGE sql AS $$
  DELETE FROM audit_days;
  INSERT INTO audit_days
    SELECT (date AT TIME ZONE zone)::date, action, resource, 0, count(*) FROM audit_entries GROUP BY 1, 2, 3
$$;
--> statement-breakpoint
-- Functions with a search path of their own write entries too.
CREATE FUNCTION count_audit_entries() RETURNS trigger LANGUAGE plpgsql
SET search_path = public, pg_temp
AS $$
DECLARE
  zone text := counted_zone();
BEGIN
  INSERT INTO audit_days AS d
    SELECT (date AT TIME ZONE zone)::date, action, resource, pg_backend_pid() % 8, count(*) FROM added
    GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
  ON CONFLICT (day, action, resource, slot) DO UPDATE SET entries = d.entries + excluded.entries;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER audit_entries_counted
AFTER INSERT ON audit_entries REFERENCING NEW TABLE AS added
FOR EACH STATEMENT EXECUTE FUNCTION count_audit_entries();
--> statement-breakpoint
SELECT recount_audit(counted_zone());
