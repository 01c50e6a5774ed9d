-- What one log is stored in: its tables have the same partitions, and a date each.
CREATE FUNCTION log_tables(log text) RETURNS text[] LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE log WHEN 'visits' THEN ARRAY['histories'] END
$$;
--> statement-breakpoint
-- Makes the partitions of some months (their first days), as far as they are missing, and those of the months whose
-- rows came before their partition: what is in the default partition moves there.
CREATE FUNCTION make_partitions(log text, months date[]) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp
AS $$
DECLARE
  tables text[] := public.log_tables(log);
  late date[];
  missing date[];
  month date;
  parent text;
  part text;
  stored text;
BEGIN
  EXECUTE format($q$SELECT array_agg(DISTINCT date_trunc('month', date AT TIME ZONE 'UTC')::date) FROM public.%I$q$,
    tables[1] || '_default') INTO late;
  missing := ARRAY(SELECT DISTINCT m FROM unnest(months || late) m
    WHERE to_regclass(format('public.%I', tables[1] || to_char(m, '_YYYY_MM'))) IS NULL ORDER BY m);
  IF cardinality(missing) = 0 THEN
    RETURN;
  END IF;
  FOREACH parent IN ARRAY tables LOOP
    EXECUTE format('LOCK TABLE public.%I IN ACCESS EXCLUSIVE MODE', parent);
  END LOOP;
  -- Again, with the lock: another node may have made some, and rows may have come.
  EXECUTE format($q$SELECT array_agg(DISTINCT date_trunc('month', date AT TIME ZONE 'UTC')::date) FROM public.%I$q$,
    tables[1] || '_default') INTO late;
  missing := ARRAY(SELECT DISTINCT m FROM unnest(months || late) m
    WHERE to_regclass(format('public.%I', tables[1] || to_char(m, '_YYYY_MM'))) IS NULL ORDER BY m);
  FOREACH parent IN ARRAY tables LOOP
    SELECT string_agg(quote_ident(attname), ', ' ORDER BY attnum) INTO stored FROM pg_attribute
    WHERE attrelid = format('public.%I', parent)::regclass AND attnum > 0 AND NOT attisdropped AND attgenerated = '';
    FOREACH month IN ARRAY missing LOOP
      part := parent || to_char(month, '_YYYY_MM');
      EXECUTE format('CREATE TABLE public.%I (LIKE public.%I INCLUDING DEFAULTS INCLUDING GENERATED INCLUDING STORAGE)',
        part, parent);
      IF month = ANY (late) THEN
        EXECUTE format('INSERT INTO public.%I (%s) SELECT %2$s FROM public.%I WHERE date >= %L AND date < %L', part,
          stored, parent || '_default', month::timestamp AT TIME ZONE 'UTC',
          (month + interval '1 month') AT TIME ZONE 'UTC');
      END IF;
    END LOOP;
  END LOOP;
  IF late IS NOT NULL THEN
    EXECUTE 'TRUNCATE ' || (SELECT string_agg(format('public.%I', name || '_default'), ', ') FROM unnest(tables) name);
  END IF;
  FOREACH parent IN ARRAY tables LOOP
    FOREACH month IN ARRAY missing LOOP
      EXECUTE format('ALTER TABLE public.%I ATTACH PARTITION public.%I FOR VALUES FROM (%L) TO (%L)', parent,
        parent || to_char(month, '_YYYY_MM'), month::timestamp AT TIME ZONE 'UTC',
        (month + interval '1 month') AT TIME ZONE 'UTC');
    END LOOP;
  END LOOP;
END
$$;
--> statement-breakpoint
-- Counts the visits of some days anew.
CREATE FUNCTION recount_visits(first_day date, last_day date) RETURNS void LANGUAGE plpgsql
SET search_path = pg_catalog, pg_temp
AS $$
DECLARE
  zone text := coalesce((SELECT time_zone FROM public.installation), 'America/Santo_Domingo');
  since timestamptz := first_day::timestamp AT TIME ZONE zone;
  until timestamptz := (last_day + 1)::timestamp AT TIME ZONE zone;
BEGIN
  DELETE FROM public.history_items WHERE day BETWEEN first_day AND last_day;
  DELETE FROM public.history_days WHERE day BETWEEN first_day AND last_day;
  INSERT INTO public.history_items (item_id, day, media_type, is_episode, visits)
  SELECT item, (date AT TIME ZONE zone)::date, min(media_type), is_episode, count(*)
  FROM public.histories CROSS JOIN LATERAL (VALUES (content_id, false), (episode_id, true)) items (item, is_episode)
  WHERE date >= since AND date < until AND item IS NOT NULL GROUP BY 1, 2, 4;
  INSERT INTO public.history_days (day, media_type, slot, visits)
  SELECT (date AT TIME ZONE zone)::date, media_type, 0, count(*)
  FROM public.histories WHERE date >= since AND date < until GROUP BY 1, 2;
END
$$;
--> statement-breakpoint
-- After rows of a month came back or went: the counts of its days become those of what is stored, and the audit log has
-- an entry. Of a month in UTC, days of the service can have a part alone.
CREATE FUNCTION complete_month(log text, month date, rows bigint, file text DEFAULT NULL) RETURNS void LANGUAGE plpgsql
SET search_path = pg_catalog, pg_temp
AS $$
DECLARE
  zone text := coalesce((SELECT time_zone FROM public.installation), 'America/Santo_Domingo');
  gone boolean := file IS NOT NULL;
  entry text := gen_random_uuid();
BEGIN
  IF log = 'visits' THEN
    PERFORM public.recount_visits((month::timestamp AT TIME ZONE 'UTC' AT TIME ZONE zone)::date,
      ((month + interval '1 month') AT TIME ZONE 'UTC' AT TIME ZONE zone - interval '1 millisecond')::date);
  END IF;
  INSERT INTO public.audit_entries (_id, date, action, resource, changes)
  SELECT entry, now(), CASE WHEN gone THEN 'delete' ELSE 'create' END,
    CASE log WHEN 'visits' THEN 'histories' ELSE log END,
    jsonb_agg(jsonb_build_object('field', field, 'before', CASE WHEN gone THEN value END,
      'after', CASE WHEN NOT gone THEN value END))
  FROM (VALUES ('month', to_jsonb(to_char(month, 'YYYY-MM'))), ('rows', to_jsonb(rows)), ('file', to_jsonb(file)))
    fields (field, value)
  WHERE value IS NOT NULL;
  INSERT INTO public.audit_personal (_id, search) VALUES (entry, E' \n ');
END
$$;
--> statement-breakpoint
-- Drops the partition of a month that has been exported, if it still has as many rows as the file. At least one whole
-- month stays.
CREATE FUNCTION drop_partition(log text, month date, expected bigint, file text) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp
AS $$
DECLARE
  tables text[] := public.log_tables(log);
  parent text;
  found bigint;
BEGIN
  IF (month + interval '2 months') > date_trunc('month', now() AT TIME ZONE 'UTC') THEN
    RAISE EXCEPTION 'the last whole month stays' USING ERRCODE = 'restrict_violation';
  END IF;
  FOREACH parent IN ARRAY tables LOOP
    EXECUTE format('LOCK TABLE public.%I IN ACCESS EXCLUSIVE MODE', parent);
  END LOOP;
  EXECUTE format('SELECT count(*) FROM public.%I', tables[1] || to_char(month, '_YYYY_MM')) INTO found;
  IF found <> expected THEN
    RAISE EXCEPTION '% rows of % were exported, and there are %', expected, month, found
      USING ERRCODE = 'restrict_violation';
  END IF;
  -- The tables that refer to others come last.
  FOR parent IN SELECT name FROM unnest(tables) WITH ORDINALITY AS each (name, position) ORDER BY position DESC LOOP
    EXECUTE format('ALTER TABLE public.%I DETACH PARTITION public.%I', parent, parent || to_char(month, '_YYYY_MM'));
    EXECUTE format('DROP TABLE public.%I', parent || to_char(month, '_YYYY_MM'));
  END LOOP;
  IF found > 0 THEN
    PERFORM public.complete_month(log, month, found, file);
  END IF;
END
$$;
--> statement-breakpoint
REVOKE ALL ON FUNCTION make_partitions, drop_partition FROM PUBLIC;
--> statement-breakpoint
DROP INDEX "histories_date", "histories_user", "histories_content", "histories_episode", "histories_media_type",
  "histories_user_name_sort", "histories_title_sort", "histories_search";
--> statement-breakpoint
ALTER TABLE "histories" DROP CONSTRAINT "histories_pkey";
--> statement-breakpoint
ALTER TABLE "histories" RENAME TO "histories_before";
--> statement-breakpoint
CREATE TABLE "histories" (LIKE "histories_before" INCLUDING DEFAULTS INCLUDING GENERATED INCLUDING STORAGE)
PARTITION BY RANGE ("date");
--> statement-breakpoint
CREATE TABLE "histories_default" PARTITION OF "histories" DEFAULT;
--> statement-breakpoint
-- The rights stay those of the table's owner and of whom it let in, whoever runs this migration.
DO $$
DECLARE
  its_owner name := (SELECT tableowner FROM pg_tables WHERE schemaname = 'public' AND tablename = 'histories_before');
  statement text;
BEGIN
  FOR statement IN
    SELECT format('ALTER %s OWNER TO %I', what, its_owner) FROM unnest(ARRAY['TABLE histories',
      'TABLE histories_default', 'FUNCTION make_partitions', 'FUNCTION drop_partition', 'FUNCTION complete_month',
      'FUNCTION recount_visits']) what
    UNION ALL
    SELECT format('GRANT %s ON histories TO %s', privilege_type,
      CASE grantee WHEN 0 THEN 'PUBLIC' ELSE quote_ident(pg_get_userbyid(grantee)) END)
    FROM pg_class, aclexplode(relacl)
    WHERE oid = 'public.histories_before'::regclass AND grantee <> relowner
  LOOP
    EXECUTE statement;
  END LOOP;
END
$$;
--> statement-breakpoint
-- The months that have rows, this one and the next two; without indexes, which are built once the rows are there.
SELECT make_partitions('visits', ARRAY(
  SELECT DISTINCT date_trunc('month', date AT TIME ZONE 'UTC')::date FROM histories_before
  UNION
  SELECT (date_trunc('month', now() AT TIME ZONE 'UTC') + n * interval '1 month')::date FROM generate_series(0, 2) n));
--> statement-breakpoint
INSERT INTO histories (_id, date, user_id, content_id, episode_id, media_type, search, user_name, title, episode,
  content_link, resource, genres, year)
SELECT _id, date, user_id, content_id, episode_id, media_type, search, user_name, title, episode, content_link, resource,
  genres, year
FROM histories_before;
--> statement-breakpoint
DROP TABLE histories_before;
--> statement-breakpoint
ALTER TABLE "histories" ADD CONSTRAINT "histories_pkey" PRIMARY KEY ("_id", "date");--> statement-breakpoint
CREATE INDEX "histories_date" ON "histories" USING btree ("date","_id");--> statement-breakpoint
CREATE INDEX "histories_user" ON "histories" USING btree ("user_id","date","_id");--> statement-breakpoint
CREATE INDEX "histories_content" ON "histories" USING btree ("content_id","date","_id","media_type");--> statement-breakpoint
CREATE INDEX "histories_episode" ON "histories" USING btree ("episode_id","date","_id","content_id") WHERE "histories"."episode_id" is not null;--> statement-breakpoint
CREATE INDEX "histories_media_type" ON "histories" USING btree ("media_type","date","_id");--> statement-breakpoint
CREATE INDEX "histories_user_name_sort" ON "histories" USING btree ("user_name_key","_id");--> statement-breakpoint
CREATE INDEX "histories_title_sort" ON "histories" USING btree ("title_key","_id");--> statement-breakpoint
CREATE INDEX "histories_search" ON "histories" USING gin ("search" gin_trgm_ops);
