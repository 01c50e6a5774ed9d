ALTER TABLE "channels" ADD COLUMN "date_publish" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "channels" ADD COLUMN "date_unpublish" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "channels" ADD COLUMN "publication_due" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "channels" ADD COLUMN "publication_blocked" text;--> statement-breakpoint
ALTER TABLE "discoveries" ADD COLUMN "date_publish" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "discoveries" ADD COLUMN "date_unpublish" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "discoveries" ADD COLUMN "publication_due" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "discoveries" ADD COLUMN "publication_blocked" text;--> statement-breakpoint
ALTER TABLE "documentaries" ADD COLUMN "date_publish" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "documentaries" ADD COLUMN "date_unpublish" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "documentaries" ADD COLUMN "publication_due" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "documentaries" ADD COLUMN "publication_blocked" text;--> statement-breakpoint
ALTER TABLE "episodes" ADD COLUMN "date_publish" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "episodes" ADD COLUMN "date_unpublish" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "episodes" ADD COLUMN "publication_due" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "episodes" ADD COLUMN "publication_blocked" text;--> statement-breakpoint
ALTER TABLE "movies" ADD COLUMN "date_publish" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "movies" ADD COLUMN "date_unpublish" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "movies" ADD COLUMN "publication_due" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "movies" ADD COLUMN "publication_blocked" text;--> statement-breakpoint
ALTER TABLE "musics" ADD COLUMN "date_publish" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "musics" ADD COLUMN "date_unpublish" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "musics" ADD COLUMN "publication_due" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "musics" ADD COLUMN "publication_blocked" text;--> statement-breakpoint
ALTER TABLE "radios" ADD COLUMN "date_publish" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "radios" ADD COLUMN "date_unpublish" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "radios" ADD COLUMN "publication_due" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "radios" ADD COLUMN "publication_blocked" text;--> statement-breakpoint
ALTER TABLE "series" ADD COLUMN "date_publish" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "series" ADD COLUMN "date_unpublish" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "series" ADD COLUMN "publication_due" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "series" ADD COLUMN "publication_blocked" text;--> statement-breakpoint
ALTER TABLE "sports" ADD COLUMN "date_publish" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "sports" ADD COLUMN "date_unpublish" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "sports" ADD COLUMN "publication_due" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "sports" ADD COLUMN "publication_blocked" text;--> statement-breakpoint
CREATE INDEX "channels_publication_due" ON "channels" USING btree ("publication_due") WHERE "channels"."publication_due" is not null;--> statement-breakpoint
CREATE INDEX "channels_publication_blocked" ON "channels" USING btree ("date_update","_id") WHERE "channels"."publication_blocked" is not null;--> statement-breakpoint
CREATE INDEX "discoveries_publication_due" ON "discoveries" USING btree ("publication_due") WHERE "discoveries"."publication_due" is not null;--> statement-breakpoint
CREATE INDEX "discoveries_publication_blocked" ON "discoveries" USING btree ("date_update","_id") WHERE "discoveries"."publication_blocked" is not null;--> statement-breakpoint
CREATE INDEX "documentaries_publication_due" ON "documentaries" USING btree ("publication_due") WHERE "documentaries"."publication_due" is not null;--> statement-breakpoint
CREATE INDEX "documentaries_publication_blocked" ON "documentaries" USING btree ("date_update","_id") WHERE "documentaries"."publication_blocked" is not null;--> statement-breakpoint
CREATE INDEX "episodes_publication_due" ON "episodes" USING btree ("publication_due") WHERE "episodes"."publication_due" is not null;--> statement-breakpoint
CREATE INDEX "episodes_publication_blocked" ON "episodes" USING btree ("date_update","_id") WHERE "episodes"."publication_blocked" is not null;--> statement-breakpoint
CREATE INDEX "movies_publication_due" ON "movies" USING btree ("publication_due") WHERE "movies"."publication_due" is not null;--> statement-breakpoint
CREATE INDEX "movies_publication_blocked" ON "movies" USING btree ("date_update","_id") WHERE "movies"."publication_blocked" is not null;--> statement-breakpoint
CREATE INDEX "musics_publication_due" ON "musics" USING btree ("publication_due") WHERE "musics"."publication_due" is not null;--> statement-breakpoint
CREATE INDEX "musics_publication_blocked" ON "musics" USING btree ("date_update","_id") WHERE "musics"."publication_blocked" is not null;--> statement-breakpoint
CREATE INDEX "radios_publication_due" ON "radios" USING btree ("publication_due") WHERE "radios"."publication_due" is not null;--> statement-breakpoint
CREATE INDEX "radios_publication_blocked" ON "radios" USING btree ("date_update","_id") WHERE "radios"."publication_blocked" is not null;--> statement-breakpoint
CREATE INDEX "series_publication_due" ON "series" USING btree ("publication_due") WHERE "series"."publication_due" is not null;--> statement-breakpoint
CREATE INDEX "series_publication_blocked" ON "series" USING btree ("date_update","_id") WHERE "series"."publication_blocked" is not null;--> statement-breakpoint
CREATE INDEX "sports_publication_due" ON "sports" USING btree ("publication_due") WHERE "sports"."publication_due" is not null;--> statement-breakpoint
CREATE INDEX "sports_publication_blocked" ON "sports" USING btree ("date_update","_id") WHERE "sports"."publication_blocked" is not null;--> statement-breakpoint
-- ## Publication dates: the next one to act on, however a record is written (rules L2, L3)
CREATE FUNCTION schedule_publication() RETURNS trigger LANGUAGE plpgsql
SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  edited timestamptz := NEW.date_update;
BEGIN
  IF TG_OP = 'INSERT' THEN
    NEW.publication_due := coalesce(NEW.publication_due, least(
      CASE WHEN NEW.date_publish > edited THEN NEW.date_publish END,
      CASE WHEN NEW.date_unpublish > edited THEN NEW.date_unpublish END));
    RETURN NEW;
  END IF;
  -- Only follows an earlier edit date that is ahead of the clock.
  IF edited <= OLD.date_update + interval '1 millisecond' THEN edited := least(edited, clock_timestamp()); END IF;
  IF NEW.status IS DISTINCT FROM OLD.status THEN
    NEW.publication_due := least(
      CASE WHEN NEW.date_publish > edited THEN NEW.date_publish END,
      CASE WHEN NEW.date_unpublish > edited THEN NEW.date_unpublish END);
    NEW.publication_blocked := NULL;
    RETURN NEW;
  END IF;
  -- A date that waits to be acted on and was not changed still waits, even if it has passed.
  NEW.publication_due := least(
    CASE WHEN NEW.date_publish > edited OR NEW.date_publish = OLD.date_publish AND NEW.date_publish >= OLD.publication_due
      THEN NEW.date_publish END,
    CASE WHEN NEW.date_unpublish > edited OR NEW.date_unpublish = OLD.date_unpublish AND NEW.date_unpublish >= OLD.publication_due
      THEN NEW.date_unpublish END);
  IF NEW.date_publish IS DISTINCT FROM OLD.date_publish THEN NEW.publication_blocked := NULL; END IF;
  RETURN NEW;
END
$$;
--> statement-breakpoint
DO $$
DECLARE name text;
BEGIN
  FOREACH name IN ARRAY ARRAY['channels', 'discoveries', 'documentaries', 'episodes', 'movies', 'musics', 'radios',
    'series', 'sports'] LOOP
    EXECUTE format($trigger$
      CREATE TRIGGER %1$s_publication_added BEFORE INSERT ON %1$I FOR EACH ROW
      WHEN (NEW.date_publish IS NOT NULL OR NEW.date_unpublish IS NOT NULL)
      EXECUTE FUNCTION schedule_publication()$trigger$, name);
    -- The job writes the next date itself.
    EXECUTE format($trigger$
      CREATE TRIGGER %1$s_publication_edited BEFORE UPDATE OF status, date_publish, date_unpublish ON %1$I FOR EACH ROW
      WHEN (NEW.publication_due IS NOT DISTINCT FROM OLD.publication_due AND (
        NEW.date_publish IS DISTINCT FROM OLD.date_publish OR NEW.date_unpublish IS DISTINCT FROM OLD.date_unpublish OR
        NEW.status <> OLD.status AND (OLD.publication_due IS NOT NULL OR OLD.publication_blocked IS NOT NULL)))
      EXECUTE FUNCTION schedule_publication()$trigger$, name);
  END LOOP;
END
$$;
