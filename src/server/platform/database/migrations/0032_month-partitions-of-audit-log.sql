CREATE OR REPLACE FUNCTION log_tables(log text) RETURNS text[] LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE log WHEN 'visits' THEN ARRAY['histories'] WHEN 'audit' THEN ARRAY['audit_entries', 'audit_personal'] END
$$;
--> statement-breakpoint
ALTER TABLE "audit_personal" DROP CONSTRAINT "audit_personal__id_audit_entries__id_fk";
--> statement-breakpoint
DROP INDEX "audit_entries_date", "audit_entries_record", "audit_entries_user", "audit_entries_action",
  "audit_entries_resource", "audit_personal_author", "audit_personal_subject", "audit_personal_search";
--> statement-breakpoint
DROP TRIGGER "audit_entries_append_only" ON "audit_entries";
--> statement-breakpoint
DROP TRIGGER "audit_entries_no_truncate" ON "audit_entries";
--> statement-breakpoint
DROP TRIGGER "audit_personal_append_only" ON "audit_personal";
--> statement-breakpoint
DROP TRIGGER "audit_personal_no_truncate" ON "audit_personal";
--> statement-breakpoint
ALTER TABLE "audit_personal" DROP CONSTRAINT "audit_personal_pkey";
--> statement-breakpoint
ALTER TABLE "audit_entries" RENAME TO "audit_entries_before";
--> statement-breakpoint
ALTER TABLE "audit_entries_before" RENAME CONSTRAINT "audit_entries_pkey" TO "audit_entries_before_pkey";
--> statement-breakpoint
ALTER TABLE "audit_personal" RENAME TO "audit_personal_before";
--> statement-breakpoint
CREATE TABLE "audit_entries" (LIKE "audit_entries_before" INCLUDING DEFAULTS INCLUDING STORAGE)
PARTITION BY RANGE ("date");
--> statement-breakpoint
CREATE TABLE "audit_personal" (LIKE "audit_personal_before" INCLUDING DEFAULTS INCLUDING STORAGE,
  "date" timestamp (3) with time zone NOT NULL) PARTITION BY RANGE ("date");
--> statement-breakpoint
CREATE TABLE "audit_entries_default" PARTITION OF "audit_entries" DEFAULT;
--> statement-breakpoint
CREATE TABLE "audit_personal_default" PARTITION OF "audit_personal" DEFAULT;
--> statement-breakpoint
-- The rights stay those of the tables' owner and of whom it let in, whoever runs this migration.
DO $$
DECLARE
  name text;
  its_owner name;
  statement text;
BEGIN
  FOREACH name IN ARRAY log_tables('audit') LOOP
    SELECT tableowner INTO its_owner FROM pg_tables WHERE schemaname = 'public' AND tablename = name || '_before';
    FOR statement IN
      SELECT format('ALTER TABLE %I OWNER TO %I', part, its_owner) FROM unnest(ARRAY[name, name || '_default']) part
      UNION ALL
      SELECT format('GRANT %s ON %I TO %s', privilege_type, name,
        CASE grantee WHEN 0 THEN 'PUBLIC' ELSE quote_ident(pg_get_userbyid(grantee)) END)
      FROM pg_class, aclexplode(relacl)
      WHERE oid = format('public.%I', name || '_before')::regclass AND grantee <> relowner
    LOOP
      EXECUTE statement;
    END LOOP;
  END LOOP;
END
$$;
--> statement-breakpoint
-- The months that have events, this one and the next two; without indexes, which are built once the rows are there.
SELECT make_partitions('audit', ARRAY(
  SELECT DISTINCT date_trunc('month', date AT TIME ZONE 'UTC')::date FROM audit_entries_before
  UNION
  SELECT (date_trunc('month', now() AT TIME ZONE 'UTC') + n * interval '1 month')::date FROM generate_series(0, 2) n));
--> statement-breakpoint
INSERT INTO audit_entries (_id, date, action, resource, record, user_id, changes)
SELECT _id, date, action, resource, record, user_id, changes FROM audit_entries_before;
--> statement-breakpoint
INSERT INTO audit_personal (_id, date, author, subject, record_name, user_name, address, changes, search)
SELECT p._id, e.date, p.author, p.subject, p.record_name, p.user_name, p.address, p.changes, p.search
FROM audit_personal_before p JOIN audit_entries_before e USING (_id);
--> statement-breakpoint
DROP TABLE audit_personal_before, audit_entries_before;
--> statement-breakpoint
ALTER TABLE "audit_entries" ADD CONSTRAINT "audit_entries_pkey" PRIMARY KEY ("_id", "date");--> statement-breakpoint
ALTER TABLE "audit_personal" ADD CONSTRAINT "audit_personal_pkey" PRIMARY KEY ("_id", "date");--> statement-breakpoint
CREATE INDEX "audit_entries_date" ON "audit_entries" USING btree ("date","_id");--> statement-breakpoint
CREATE INDEX "audit_entries_record" ON "audit_entries" USING btree ("record","date","_id");--> statement-breakpoint
CREATE INDEX "audit_entries_user" ON "audit_entries" USING btree ("user_id","date","_id");--> statement-breakpoint
CREATE INDEX "audit_entries_action" ON "audit_entries" USING btree ("action","date","_id");--> statement-breakpoint
CREATE INDEX "audit_entries_resource" ON "audit_entries" USING btree ("resource","date","_id");--> statement-breakpoint
CREATE INDEX "audit_personal_author" ON "audit_personal" USING btree ("author") WHERE "audit_personal"."author" is not null;--> statement-breakpoint
CREATE INDEX "audit_personal_subject" ON "audit_personal" USING btree ("subject") WHERE "audit_personal"."subject" is not null;--> statement-breakpoint
CREATE INDEX "audit_personal_search" ON "audit_personal" USING gin ("search" gin_trgm_ops);--> statement-breakpoint
CREATE TRIGGER audit_entries_append_only
BEFORE UPDATE OR DELETE ON audit_entries
FOR EACH ROW EXECUTE FUNCTION refuse_audit_change();
--> statement-breakpoint
CREATE TRIGGER audit_entries_counted
AFTER INSERT ON audit_entries REFERENCING NEW TABLE AS added
FOR EACH STATEMENT EXECUTE FUNCTION count_audit_entries();
--> statement-breakpoint
CREATE TRIGGER audit_personal_append_only
BEFORE UPDATE OR DELETE ON audit_personal
FOR EACH ROW EXECUTE FUNCTION refuse_audit_personal_change();
--> statement-breakpoint
-- What partitions don't take from their table: a reference within the month, which no other partition is asked for, and
-- triggers of whole statements.
CREATE FUNCTION guard_audit_partition(suffix text) RETURNS void LANGUAGE plpgsql
SET search_path = pg_catalog, pg_temp
AS $$
BEGIN
  IF suffix <> '' THEN
    EXECUTE format('ALTER TABLE public.audit_personal%1$s ADD CONSTRAINT audit_personal%1$s_entry_fk
      FOREIGN KEY (_id, date) REFERENCES public.audit_entries%1$s (_id, date)', suffix);
  END IF;
  EXECUTE format('CREATE TRIGGER audit_entries_no_truncate BEFORE TRUNCATE ON public.audit_entries%s
    FOR EACH STATEMENT EXECUTE FUNCTION public.refuse_audit_change()', suffix);
  EXECUTE format('CREATE TRIGGER audit_personal_no_truncate BEFORE TRUNCATE ON public.audit_personal%s
    FOR EACH STATEMENT EXECUTE FUNCTION public.refuse_audit_personal_change()', suffix);
END
$$;
--> statement-breakpoint
SELECT guard_audit_partition('');
--> statement-breakpoint
SELECT guard_audit_partition(substr(inhrelid::regclass::text, length('audit_entries') + 1))
FROM pg_inherits WHERE inhparent = 'audit_entries'::regclass;
--> statement-breakpoint
-- Makes the partitions of some months (their first days), as far as they are missing, and those of the months whose
-- rows came before their partition: what is in the default partition moves there.
CREATE OR REPLACE FUNCTION make_partitions(log text, months date[]) RETURNS void
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
    -- Its rows have been copied: what refuses to lose rows is off meanwhile.
    FOREACH parent IN ARRAY tables LOOP
      EXECUTE format('ALTER TABLE public.%I DISABLE TRIGGER USER', parent || '_default');
    END LOOP;
    EXECUTE 'TRUNCATE ' || (SELECT string_agg(format('public.%I', name || '_default'), ', ') FROM unnest(tables) name);
    FOREACH parent IN ARRAY tables LOOP
      EXECUTE format('ALTER TABLE public.%I ENABLE TRIGGER USER', parent || '_default');
    END LOOP;
  END IF;
  FOREACH parent IN ARRAY tables LOOP
    FOREACH month IN ARRAY missing LOOP
      EXECUTE format('ALTER TABLE public.%I ATTACH PARTITION public.%I FOR VALUES FROM (%L) TO (%L)', parent,
        parent || to_char(month, '_YYYY_MM'), month::timestamp AT TIME ZONE 'UTC',
        (month + interval '1 month') AT TIME ZONE 'UTC');
    END LOOP;
  END LOOP;
  IF log = 'audit' THEN
    PERFORM public.guard_audit_partition(to_char(m, '_YYYY_MM')) FROM unnest(missing) m;
  END IF;
END
$$;
--> statement-breakpoint
-- After rows of a month came back or went: the counts of its days become those of what is stored, and the audit log has
-- an entry. Of a month in UTC, days of the service can have a part alone.
CREATE OR REPLACE FUNCTION complete_month(log text, month date, rows bigint, file text DEFAULT NULL) RETURNS void LANGUAGE plpgsql
SET search_path = pg_catalog, pg_temp
AS $$
DECLARE
  zone text := coalesce((SELECT time_zone FROM public.installation), 'America/Santo_Domingo');
  first_day date := (month::timestamp AT TIME ZONE 'UTC' AT TIME ZONE zone)::date;
  last_day date := ((month + interval '1 month') AT TIME ZONE 'UTC' AT TIME ZONE zone - interval '1 millisecond')::date;
  gone boolean := file IS NOT NULL;
  entry text := gen_random_uuid();
BEGIN
  IF log = 'visits' THEN
    PERFORM public.recount_visits(first_day, last_day);
  ELSE
    DELETE FROM public.audit_days WHERE day BETWEEN first_day AND last_day;
    INSERT INTO public.audit_days (day, action, resource, slot, entries)
    SELECT (date AT TIME ZONE zone)::date, action, resource, 0, count(*) FROM public.audit_entries
    WHERE date >= first_day::timestamp AT TIME ZONE zone AND date < (last_day + 1)::timestamp AT TIME ZONE zone
    GROUP BY 1, 2, 3;
  END IF;
  INSERT INTO public.audit_entries (_id, date, action, resource, changes)
  SELECT entry, now(), CASE WHEN gone THEN 'delete' ELSE 'create' END,
    CASE log WHEN 'visits' THEN 'histories' ELSE log END,
    jsonb_agg(jsonb_build_object('field', field, 'before', CASE WHEN gone THEN value END,
      'after', CASE WHEN NOT gone THEN value END))
  FROM (VALUES ('month', to_jsonb(to_char(month, 'YYYY-MM'))), ('rows', to_jsonb(rows)), ('file', to_jsonb(file)))
    fields (field, value)
  WHERE value IS NOT NULL;
  INSERT INTO public.audit_personal (_id, date, search) VALUES (entry, now(), E' \n ');
END
$$;
--> statement-breakpoint
-- Blanks what the audit log holds of people: their names, addresses, contact data and what the search reads of them.
-- At most so many entries at once; gives how many they were, so that it is run again until they are fewer. Each run
-- is an entry itself.
CREATE OR REPLACE FUNCTION erase_audit_personal(
  people text[],
  run_entry text DEFAULT gen_random_uuid()::text,
  run_date timestamptz DEFAULT now(),
  run_author text DEFAULT NULL,
  author_name text DEFAULT '',
  author_address text DEFAULT '',
  author_search text DEFAULT '',
  most integer DEFAULT 10000
) RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp
AS $$
DECLARE
  erased integer;
  before text := coalesce(current_setting('cartelera.audit_erasure', true), '');
BEGIN
  -- Not a SET clause of the function: only superusers may give one a setting that PostgreSQL does not know.
  PERFORM set_config('cartelera.audit_erasure', 'on', true);
  WITH chosen AS (
    (SELECT _id, date FROM public.audit_personal WHERE author = ANY (people) LIMIT most)
    UNION
    (SELECT _id, date FROM public.audit_personal WHERE subject = ANY (people) LIMIT most)
    LIMIT most
  ), blanked AS (
    SELECT p._id, p.date, e.resource = 'users' AND by_subject AS has_record, by_subject,
      by_author OR by_subject AND e.user_id IS NULL AS has_author
    FROM chosen JOIN public.audit_personal p USING (_id, date) JOIN public.audit_entries e USING (_id, date),
      LATERAL (SELECT coalesce(p.author = ANY (people), false) AS by_author,
        coalesce(p.subject = ANY (people), false) AS by_subject) AS whose
  )
  UPDATE public.audit_personal p SET
    author = CASE WHEN has_author THEN NULL ELSE author END,
    user_name = CASE WHEN has_author THEN '' ELSE user_name END,
    address = CASE WHEN has_author THEN '' ELSE address END,
    subject = CASE WHEN by_subject THEN NULL ELSE subject END,
    record_name = CASE WHEN has_record THEN '' ELSE record_name END,
    changes = CASE WHEN by_subject THEN '[]' ELSE changes END,
    search = CASE WHEN has_record THEN ' ' ELSE split_part(search, E'\n', 1) END || E'\n'
      || CASE WHEN has_author THEN ' ' ELSE split_part(search, E'\n', 2) END
  FROM blanked b WHERE b._id = p._id AND b.date = p.date;
  GET DIAGNOSTICS erased = ROW_COUNT;
  PERFORM set_config('cartelera.audit_erasure', before, true);
  INSERT INTO public.audit_entries (_id, date, action, resource, record, user_id, changes)
  VALUES (run_entry, run_date, 'erase', 'users', CASE WHEN cardinality(people) = 1 THEN people[1] END, run_author,
    jsonb_build_array(
      jsonb_build_object('field', 'people', 'before', NULL, 'after', cardinality(people)),
      jsonb_build_object('field', 'entries', 'before', NULL, 'after', erased)));
  INSERT INTO public.audit_personal (_id, date, author, user_name, address, search)
  VALUES (run_entry, run_date, run_author, author_name, author_address, E' \n' || author_search);
  RETURN erased;
END
$$;
