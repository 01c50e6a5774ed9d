ALTER TABLE "installation" ADD COLUMN "retention_visits" integer;--> statement-breakpoint
ALTER TABLE "installation" ADD COLUMN "retention_audit" integer;--> statement-breakpoint
-- ## The owner's functions check their arguments, since the server's role may call them (rule O11)
CREATE FUNCTION check_months(log text, months date[]) RETURNS void LANGUAGE plpgsql
SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF public.log_tables(log) IS NULL OR months IS NULL OR cardinality(months) > 1200 OR EXISTS (
    SELECT FROM unnest(months) m
    WHERE m IS NULL OR m NOT BETWEEN '1970-01-01' AND '9999-12-01' OR m <> date_trunc('month', m)::date) THEN
    RAISE EXCEPTION 'not the first days of months of a log' USING ERRCODE = 'invalid_parameter_value';
  END IF;
END
$$;
--> statement-breakpoint
-- Called by the owner's function, so that `current_user` is the owner, who is not bound by the retention.
CREATE FUNCTION check_drop(log text, month date, expected bigint, file text) RETURNS void LANGUAGE plpgsql
SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  kept integer := (SELECT CASE log WHEN 'visits' THEN retention_visits ELSE retention_audit END FROM public.installation);
BEGIN
  IF expected IS NULL OR expected < 0 OR file IS NULL OR length(file) > 200 OR (file = '' AND expected > 0) THEN
    RAISE EXCEPTION 'not an exported month' USING ERRCODE = 'invalid_parameter_value';
  END IF;
  IF NOT pg_has_role(session_user, current_user, 'MEMBER')
    AND (kept IS NULL OR month >= date_trunc('month', now() AT TIME ZONE 'UTC') - make_interval(months => kept)) THEN
    RAISE EXCEPTION 'the retention keeps %', to_char(month, 'YYYY-MM') USING ERRCODE = 'restrict_violation';
  END IF;
END
$$;
--> statement-breakpoint
CREATE FUNCTION check_erasure(people text[], most integer) RETURNS void LANGUAGE plpgsql
SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF people IS NULL OR array_position(people, NULL) IS NOT NULL OR most IS NULL OR most < 1 THEN
    RAISE EXCEPTION 'not a list of people' USING ERRCODE = 'invalid_parameter_value';
  END IF;
  IF EXISTS (SELECT FROM public.users WHERE _id = ANY (people) AND deleted_at IS NULL) THEN
    RAISE EXCEPTION 'only deleted users are erased' USING ERRCODE = 'restrict_violation';
  END IF;
END
$$;
--> statement-breakpoint
-- Inserts the checks at the beginning of the functions of the baseline.
DO $do$
DECLARE
  name text;
  checks text;
BEGIN
  FOR name, checks IN VALUES
    ('make_partitions', 'PERFORM public.check_months(log, months);'),
    ('drop_partition', 'PERFORM public.check_months(log, ARRAY[month]), public.check_drop(log, month, expected, file);'),
    ('erase_audit_personal', 'PERFORM public.check_erasure(people, most);')
  LOOP
    EXECUTE replace(pg_get_functiondef(format('public.%I', name)::regproc), E'\nBEGIN\n',
      format(E'\nBEGIN\n  %s\n', checks));
  END LOOP;
END
$do$;
--> statement-breakpoint
-- A temporary table called pg_class would otherwise tell it another owner.
ALTER FUNCTION refuse_audit_personal_change SET search_path = pg_catalog, pg_temp;
--> statement-breakpoint
-- Deletes transactions created before a time but never processed, the oldest first, at most `most` (rule C24); returns
-- their number. The triggers of the table need `public` in the path, where the server's role cannot create anything.
CREATE FUNCTION delete_pending_transactions(until timestamptz, most integer) RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, public, pg_temp
AS $$
DECLARE
  gone integer;
BEGIN
  IF until IS NULL OR most IS NULL OR most NOT BETWEEN 1 AND 1000 THEN
    RAISE EXCEPTION 'not a time and a number of transactions' USING ERRCODE = 'invalid_parameter_value';
  END IF;
  DELETE FROM public.license_transactions WHERE status = 'CREATED' AND _id IN (
    SELECT _id FROM public.license_transactions WHERE status = 'CREATED' AND date < until ORDER BY date, _id LIMIT most);
  GET DIAGNOSTICS gone = ROW_COUNT;
  RETURN gone;
END
$$;
--> statement-breakpoint
REVOKE ALL ON FUNCTION delete_pending_transactions FROM PUBLIC;
