ALTER TABLE "audit_personal" ALTER COLUMN "changes" SET DEFAULT '[]'::jsonb;--> statement-breakpoint
ALTER TABLE "audit_personal" ADD COLUMN "author" text;--> statement-breakpoint
ALTER TABLE "audit_personal" ADD COLUMN "subject" text;--> statement-breakpoint
ALTER TABLE "audit_personal" ADD COLUMN "record_name" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "audit_personal" ADD COLUMN "user_name" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "audit_personal" ADD COLUMN "address" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "audit_personal" ADD COLUMN "search" text;--> statement-breakpoint
DROP INDEX "audit_personal_user";--> statement-breakpoint
ALTER TABLE "audit_personal" DROP COLUMN "user_id";--> statement-breakpoint
-- As `fold()` of src/domain/format/search.ts, for these rows alone.
CREATE FUNCTION audit_fold(value text) RETURNS text IMMUTABLE LANGUAGE sql AS $$
  SELECT btrim(regexp_replace(regexp_replace(
    normalize(lower(value COLLATE "und-x-icu"), NFD),
    '[\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f]', '', 'g'), '\s+', ' ', 'g'))
$$;--> statement-breakpoint
CREATE FUNCTION audit_changes(resource text, changes jsonb, personal boolean) RETURNS jsonb IMMUTABLE LANGUAGE sql AS $$
  SELECT coalesce(jsonb_agg(change ORDER BY position), '[]')
  FROM jsonb_array_elements(changes) WITH ORDINALITY AS each (change, position)
  WHERE personal = (resource = 'users' AND change ->> 'field' IN ('name', 'fullName')
    OR resource = 'license_transactions' AND change ->> 'field' = 'userFullName')
$$;--> statement-breakpoint
INSERT INTO audit_personal (_id, author, subject, record_name, user_name, address, changes, search)
SELECT e._id, e.user_id,
  CASE e.resource WHEN 'users' THEN e.record WHEN 'license_transactions' THEN t.user_licensed END,
  e.record_name, e.user_name, e.address,
  audit_changes(e.resource, e.changes, true) || coalesce(p.changes, '[]'),
  ' ' || audit_fold(e.record_name) || E'\n ' || audit_fold(concat_ws(' ', e.user_name, e.address))
FROM audit_entries e
LEFT JOIN audit_personal p ON p._id = e._id
LEFT JOIN license_transactions t ON e.resource = 'license_transactions' AND t._id = e.record
ON CONFLICT (_id) DO UPDATE SET author = excluded.author, subject = excluded.subject,
  record_name = excluded.record_name, user_name = excluded.user_name, address = excluded.address,
  changes = excluded.changes, search = excluded.search;--> statement-breakpoint
ALTER TABLE "audit_personal" ALTER COLUMN "search" SET NOT NULL;--> statement-breakpoint
DROP INDEX "audit_entries_search";--> statement-breakpoint
-- The table is written anew, without triggers: what dropped columns held would stay in its files otherwise.
ALTER TABLE "audit_entries" DROP COLUMN "record_name", DROP COLUMN "user_name", DROP COLUMN "address",
  DROP COLUMN "search", ALTER COLUMN "changes" TYPE jsonb USING audit_changes(resource, changes, false);--> statement-breakpoint
DROP FUNCTION audit_fold(text);--> statement-breakpoint
DROP FUNCTION audit_changes(text, jsonb, boolean);--> statement-breakpoint
CREATE INDEX "audit_personal_author" ON "audit_personal" USING btree ("author") WHERE "audit_personal"."author" is not null;--> statement-breakpoint
CREATE INDEX "audit_personal_subject" ON "audit_personal" USING btree ("subject") WHERE "audit_personal"."subject" is not null;--> statement-breakpoint
-- Blanks what the audit log holds of people: their names, addresses, contact data and what the search reads of them.
-- At most so many entries at once; gives how many they were, so that it is run again until they are fewer. Each run
-- is an entry itself.
CREATE FUNCTION erase_audit_personal(
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
    (SELECT _id FROM public.audit_personal WHERE author = ANY (people) LIMIT most)
    UNION
    (SELECT _id FROM public.audit_personal WHERE subject = ANY (people) LIMIT most)
    LIMIT most
  ), blanked AS (
    SELECT p._id, e.resource = 'users' AND by_subject AS has_record, by_subject,
      by_author OR by_subject AND e.user_id IS NULL AS has_author
    FROM chosen JOIN public.audit_personal p USING (_id) JOIN public.audit_entries e USING (_id),
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
  FROM blanked b WHERE b._id = p._id;
  GET DIAGNOSTICS erased = ROW_COUNT;
  PERFORM set_config('cartelera.audit_erasure', before, true);
  INSERT INTO public.audit_entries (_id, date, action, resource, record, user_id, changes)
  VALUES (run_entry, run_date, 'erase', 'users', CASE WHEN cardinality(people) = 1 THEN people[1] END, run_author,
    jsonb_build_array(
      jsonb_build_object('field', 'people', 'before', NULL, 'after', cardinality(people)),
      jsonb_build_object('field', 'entries', 'before', NULL, 'after', erased)));
  INSERT INTO public.audit_personal (_id, author, user_name, address, search)
  VALUES (run_entry, run_author, author_name, author_address, E' \n' || author_search);
  RETURN erased;
END
$$;--> statement-breakpoint
REVOKE ALL ON FUNCTION erase_audit_personal FROM PUBLIC;--> statement-breakpoint
REVOKE UPDATE, DELETE, TRUNCATE ON audit_entries, audit_personal FROM PUBLIC;--> statement-breakpoint
-- Rights are those of the owner of the tables, whoever runs this migration.
DO $$
BEGIN
  EXECUTE format('ALTER FUNCTION erase_audit_personal OWNER TO %I',
    (SELECT tableowner FROM pg_tables WHERE schemaname = 'public' AND tablename = 'audit_personal'));
END
$$;--> statement-breakpoint
-- Users who were deleted before this version; their contact data went at the time.
DO $$
DECLARE
  gone text[] := ARRAY(SELECT _id FROM users WHERE deleted_at IS NOT NULL);
BEGIN
  IF cardinality(gone) > 0 AND EXISTS (SELECT FROM audit_entries) THEN
    PERFORM erase_audit_personal(gone, most => 2147483647);
  END IF;
END
$$;--> statement-breakpoint
CREATE INDEX "audit_personal_search" ON "audit_personal" USING gin ("search" gin_trgm_ops);--> statement-breakpoint
-- A change needs the owner's rights and the setting, which a SECURITY DEFINER function brings along: a role that was
-- given too much, or a slip at the prompt, has one of them at most.
CREATE FUNCTION refuse_audit_personal_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND current_setting('cartelera.audit_erasure', true) = 'on'
    AND current_user = (SELECT pg_get_userbyid(relowner) FROM pg_class WHERE oid = TG_RELID) THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'the audit log never changes' USING ERRCODE = 'restrict_violation',
    HINT = 'erase_audit_personal() erases the personal data of people.';
END
$$;--> statement-breakpoint
CREATE TRIGGER audit_personal_append_only
BEFORE UPDATE OR DELETE ON audit_personal
FOR EACH ROW EXECUTE FUNCTION refuse_audit_personal_change();--> statement-breakpoint
CREATE TRIGGER audit_personal_no_truncate
BEFORE TRUNCATE ON audit_personal
FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_personal_change();--> statement-breakpoint
CREATE TRIGGER audit_entries_no_truncate
BEFORE TRUNCATE ON audit_entries
FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_change();--> statement-breakpoint
CREATE TRIGGER license_transactions_no_truncate
BEFORE TRUNCATE ON license_transactions
FOR EACH STATEMENT EXECUTE FUNCTION refuse_ledger_change();
