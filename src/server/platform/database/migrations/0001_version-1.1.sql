-- ## Credits and refunds in days (rule C30)
-- Not validated: rows of earlier versions hold no days, and reading all of them would block sales.
ALTER TABLE "license_transactions" DROP CONSTRAINT "license_transactions_count";--> statement-breakpoint
ALTER TABLE "ledger_sums" ADD COLUMN "days" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "license_transactions" ADD COLUMN "until" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "license_transactions" ADD CONSTRAINT "license_transactions_days" CHECK (case when "license_transactions"."period" = 'DIAS'
        then "license_transactions"."type" in ('CREDIT', 'REFUND') and "license_transactions"."total" = 0 and "license_transactions"."credit_price" = 0
          and "license_transactions"."seller_months" = 0 and "license_transactions"."target_months" = 0
        else "license_transactions"."until" is null end) NOT VALID;--> statement-breakpoint
ALTER TABLE "license_transactions" ADD CONSTRAINT "license_transactions_count" CHECK ("license_transactions"."count" between 1 and 9999 or ("license_transactions"."count" = 0 and "license_transactions"."total" = 0
        and ("license_transactions"."type" = 'CREDIT' or "license_transactions"."until" is not null))) NOT VALID;
--> statement-breakpoint
DROP FUNCTION computed_ledger_sums;
--> statement-breakpoint
-- Sums per day and per month between two days; a month's sum is only complete if all its days are included.
CREATE FUNCTION computed_ledger_sums(zone text, first_day date, last_day date)
RETURNS TABLE (span text, start date, user_created text, user_created_name text, owner text, type text,
  transactions integer, credits bigint, total numeric(18, 2), days bigint) LANGUAGE sql STABLE AS $$
  WITH days AS (
    SELECT (t.date AT TIME ZONE zone)::date AS day, t.user_created, t.user_created_name,
      CASE WHEN u.deleted_at IS NULL THEN coalesce(u.created_by, '') ELSE '' END AS owner, t.type,
      count(*)::integer AS transactions, coalesce(sum(t.count) FILTER (WHERE t.period <> 'DIAS'), 0) AS credits,
      sum(t.total) AS total, coalesce(sum(t.count) FILTER (WHERE t.period = 'DIAS'), 0) AS days
    FROM license_transactions t JOIN users u ON u._id = t.user_licensed
    WHERE t.status = 'PROCESSED' AND t.date >= first_day - 1 AND t.date < last_day + 2
      AND (t.date AT TIME ZONE zone)::date BETWEEN first_day AND last_day
    GROUP BY 1, 2, 3, 4, 5)
  SELECT 'day', day, user_created, user_created_name, owner, type, transactions, credits, total, days FROM days
  UNION ALL
  SELECT 'month', day - (extract(day FROM day)::integer - 1), user_created, user_created_name, owner, type,
    sum(transactions)::integer, sum(credits)::bigint, sum(total), sum(days)::bigint
  FROM days GROUP BY 2, 3, 4, 5, 6
$$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION count_transaction() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  its_day date := (NEW.date AT TIME ZONE counted_zone())::date;
  its_owner text := coalesce((SELECT created_by FROM users WHERE _id = NEW.user_licensed AND deleted_at IS NULL), '');
  its_credits integer := CASE WHEN NEW.period = 'DIAS' THEN 0 ELSE NEW.count END;
BEGIN
  INSERT INTO ledger_sums AS s
  VALUES
    ('day', its_day, NEW.user_created, NEW.user_created_name, its_owner, NEW.type, 1, its_credits, NEW.total, NEW.count - its_credits),
    ('month', its_day - (extract(day FROM its_day)::integer - 1), NEW.user_created, NEW.user_created_name, its_owner,
      NEW.type, 1, its_credits, NEW.total, NEW.count - its_credits)
  ON CONFLICT (user_created, span, start, owner, type, user_created_name) DO UPDATE SET
    transactions = s.transactions + 1, credits = s.credits + excluded.credits, total = s.total + excluded.total,
    days = s.days + excluded.days;
  RETURN NULL;
END
$$;
--> statement-breakpoint
-- Bulk inserts: adds one sum per statement, because per row each update would scan the dead versions of the earlier
-- ones. Enabled by the inserting session with `cartelera.count_together`.
CREATE OR REPLACE FUNCTION count_transactions_together() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  zone text := counted_zone();
BEGIN
  INSERT INTO ledger_sums AS s
  WITH days AS (
    SELECT (a.date AT TIME ZONE zone)::date AS day, a.user_created, a.user_created_name, coalesce(u.created_by, '') AS owner,
      a.type, count(*) AS transactions, coalesce(sum(a.count) FILTER (WHERE a.period <> 'DIAS'), 0) AS credits,
      sum(a.total) AS total, coalesce(sum(a.count) FILTER (WHERE a.period = 'DIAS'), 0) AS days
    FROM added a LEFT JOIN users u ON u._id = a.user_licensed AND u.deleted_at IS NULL
    WHERE a.status = 'PROCESSED' GROUP BY 1, 2, 3, 4, 5),
  spans AS (
    SELECT 'day' AS span, * FROM days
    UNION ALL
    SELECT 'month', day - (extract(day FROM day)::integer - 1), user_created, user_created_name, owner, type,
      sum(transactions), sum(credits), sum(total), sum(days)
    FROM days GROUP BY 2, 3, 4, 5, 6)
  SELECT span, day, user_created, user_created_name, owner, type, transactions, credits, total, days
  FROM spans ORDER BY user_created, span, day, owner, type, user_created_name
  ON CONFLICT (user_created, span, start, owner, type, user_created_name) DO UPDATE SET
    transactions = s.transactions + excluded.transactions, credits = s.credits + excluded.credits,
    total = s.total + excluded.total, days = s.days + excluded.days;
  RETURN NULL;
END
$$;
--> statement-breakpoint
-- On a change of owner or a deletion, moves the customer's sums, which define whose scope they are in.
CREATE OR REPLACE FUNCTION move_ledger_sums() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  zone text := counted_zone();
  old_owner text := CASE WHEN OLD.deleted_at IS NULL THEN coalesce(OLD.created_by, '') ELSE '' END;
  new_owner text := CASE WHEN NEW.deleted_at IS NULL THEN coalesce(NEW.created_by, '') ELSE '' END;
BEGIN
  IF old_owner = new_owner THEN
    RETURN NULL;
  END IF;
  -- Blocks concurrent sales, which would use the old owner.
  PERFORM FROM users WHERE _id = NEW._id FOR UPDATE;
  INSERT INTO ledger_sums AS s
  WITH days AS (
    SELECT (date AT TIME ZONE zone)::date AS day, user_created, user_created_name, type, count(*) AS transactions,
      coalesce(sum(count) FILTER (WHERE period <> 'DIAS'), 0) AS credits, sum(total) AS total,
      coalesce(sum(count) FILTER (WHERE period = 'DIAS'), 0) AS days
    FROM license_transactions WHERE user_licensed = NEW._id AND status = 'PROCESSED' GROUP BY 1, 2, 3, 4),
  spans AS (
    SELECT 'day' AS span, * FROM days
    UNION ALL
    SELECT 'month', day - (extract(day FROM day)::integer - 1), user_created, user_created_name, type,
      sum(transactions), sum(credits), sum(total), sum(days)
    FROM days GROUP BY 2, 3, 4, 5)
  SELECT span, day, user_created, user_created_name, owner, type, sign * transactions, sign * credits, sign * total,
    sign * days
  FROM spans, (VALUES (old_owner, -1), (new_owner, 1)) moved (owner, sign)
  ORDER BY span, day, user_created, owner, type, user_created_name
  ON CONFLICT (user_created, span, start, owner, type, user_created_name) DO UPDATE SET
    transactions = s.transactions + excluded.transactions, credits = s.credits + excluded.credits,
    total = s.total + excluded.total, days = s.days + excluded.days;
  DELETE FROM ledger_sums s USING license_transactions t
  WHERE t.user_licensed = NEW._id AND s.user_created = t.user_created AND s.owner = old_owner AND s.transactions = 0;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION queue_audited_events() RETURNS trigger LANGUAGE plpgsql
SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM public.webhooks WHERE is_on) THEN RETURN NULL; END IF;
  PERFORM public.queue_events(array_agg(e::public.webhook_event)) FROM (
    SELECT 'user.' || CASE action WHEN 'create' THEN 'created' WHEN 'update' THEN 'updated' ELSE 'deleted' END,
      _id, date, jsonb_build_object('id', record)
    FROM added WHERE resource = 'users' AND action IN ('create', 'update', 'delete')
    UNION ALL
    SELECT 'transaction.processed', a._id, a.date,
      jsonb_build_object('id', t._id, 'type', t.type, 'period', t.period, 'seller', t.user_created, 'customer', t.user_licensed)
    FROM added a JOIN public.license_transactions t ON t._id = a.record
    WHERE a.resource = 'license_transactions' AND a.action = 'process'
    UNION ALL
    SELECT 'issue.repaired', _id, date, jsonb_build_object(
      'id', CASE WHEN batch IS NULL THEN record END, 'batch', batch)
    FROM added WHERE resource = 'issues' AND action = 'repair'
    UNION ALL
    SELECT public.content_event(changes), _id, date, jsonb_build_object('id', record, 'resource', resource, 'batch', batch)
    FROM added WHERE resource IN ('movies', 'series', 'episodes', 'documentaries', 'musics', 'sports', 'discoveries',
      'channels', 'radios') AND public.content_event(changes) IS NOT NULL
  ) e;
  RETURN NULL;
END
$$;
--> statement-breakpoint
-- ## Imports: what the file says beside what is stored (rule U26)
ALTER TABLE "imports" ADD COLUMN "proof" jsonb;--> statement-breakpoint
-- Rows of users checked by earlier versions hold whole months instead of expiries: they have to be checked again.
UPDATE "import_rows" SET "verdict" = NULL WHERE "import" IN (
  SELECT "_id" FROM "imports" WHERE "resource" = 'users' AND "state" IN ('checking', 'checked', 'applying', 'outdated'));
--> statement-breakpoint
UPDATE "imports" SET "state" = 'outdated', "message" = 'Los vencimientos se importan ahora exactos: revise las filas de nuevo.'
WHERE "resource" = 'users' AND "state" IN ('checking', 'checked', 'applying');
--> statement-breakpoint
-- ## Limits on demos (rules U27, P25)
CREATE TABLE "demo_devices" (
	"device" text PRIMARY KEY NOT NULL,
	"day" date NOT NULL
);
--> statement-breakpoint
ALTER TABLE "settings" ADD COLUMN "device_secret" text DEFAULT gen_random_uuid()::text || gen_random_uuid()::text NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "demo_devices" jsonb;--> statement-breakpoint
-- Names its parameter in full: since transactions have a column `until`, the name alone was ambiguous, and each call failed.
CREATE OR REPLACE FUNCTION delete_pending_transactions(until timestamptz, most integer) RETURNS integer
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
    SELECT _id FROM public.license_transactions
    WHERE status = 'CREATED' AND date < delete_pending_transactions.until ORDER BY date, _id LIMIT most);
  GET DIAGNOSTICS gone = ROW_COUNT;
  RETURN gone;
END
$$;
--> statement-breakpoint
-- ## Expiries counted together
-- Changes of many licences: counts each day once per statement, in day order. Row by row, two of them would lock the days
-- in different orders, and wait for each other.
CREATE FUNCTION move_expiries_together() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  zone text := counted_zone();
BEGIN
  INSERT INTO expiry_days AS d
    SELECT day, sum(more) FROM (
      SELECT (date_expire AT TIME ZONE zone)::date AS day, -1 AS more FROM before_change
      UNION ALL
      SELECT (date_expire AT TIME ZONE zone)::date, 1 FROM after_change) moved
    WHERE day IS NOT NULL GROUP BY day HAVING sum(more) <> 0 ORDER BY day
  ON CONFLICT (day) DO UPDATE SET licences = d.licences + excluded.licences;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER licences_expiries_moved_together
AFTER UPDATE ON licences REFERENCING OLD TABLE AS before_change NEW TABLE AS after_change
FOR EACH STATEMENT WHEN (current_setting('cartelera.count_together', true) = 'on')
EXECUTE FUNCTION move_expiries_together();
--> statement-breakpoint
DROP TRIGGER licences_expiry_moved ON licences;
--> statement-breakpoint
CREATE TRIGGER licences_expiry_moved
AFTER UPDATE OF date_expire ON licences
FOR EACH ROW WHEN (
  OLD.date_expire IS DISTINCT FROM NEW.date_expire
  AND current_setting('cartelera.count_together', true) IS DISTINCT FROM 'on')
EXECUTE FUNCTION move_expiry();
--> statement-breakpoint
-- ## Hosts of links (rule L29)
-- The host of an address in lower case, and each of its parents as `*.parent`; empty without a scheme and a host, as of a
-- path below a base address. Must find the hosts that the application's `splitAddress` does.
CREATE FUNCTION address_hosts(address text) RETURNS text[] LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE WHEN host <> '' THEN array[host] || ARRAY(
    SELECT '*.' || array_to_string(parts[n:], '.') FROM generate_series(2, cardinality(parts)) n)
  ELSE '{}' END
  FROM regexp_replace(substring(address FROM '^[A-Za-z][A-Za-z0-9+.-]{0,20}://([^/?#]*)'), '^.*@', '') authority,
    lower(substring(authority FROM '^(\[[^]]*\]|[^:]*)')) host, string_to_array(host, '.') parts
$$;
--> statement-breakpoint
-- The hosts of a record's link or links, for its index.
CREATE FUNCTION link_hosts(link text) RETURNS text[] LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT public.address_hosts(link)
$$;
--> statement-breakpoint
CREATE FUNCTION link_hosts(content jsonb) RETURNS text[] LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT ARRAY(SELECT DISTINCT unnest(public.address_hosts(l ->> 'link')) FROM jsonb_array_elements(content) l)
$$;
--> statement-breakpoint
CREATE INDEX "channel_lists_link_hosts" ON "channel_lists" USING gin ((link_hosts("link") || link_hosts("guide_link")));--> statement-breakpoint
CREATE INDEX "channels_link_hosts" ON "channels" USING gin (link_hosts("link"));--> statement-breakpoint
CREATE INDEX "discoveries_link_hosts" ON "discoveries" USING gin (link_hosts("content"));--> statement-breakpoint
CREATE INDEX "documentaries_link_hosts" ON "documentaries" USING gin (link_hosts("content"));--> statement-breakpoint
CREATE INDEX "episodes_link_hosts" ON "episodes" USING gin (link_hosts("content"));--> statement-breakpoint
CREATE INDEX "movies_link_hosts" ON "movies" USING gin (link_hosts("content"));--> statement-breakpoint
CREATE INDEX "musics_link_hosts" ON "musics" USING gin (link_hosts("content"));--> statement-breakpoint
CREATE INDEX "radios_link_hosts" ON "radios" USING gin (link_hosts("link"));--> statement-breakpoint
CREATE INDEX "sports_link_hosts" ON "sports" USING gin (link_hosts("content"));
--> statement-breakpoint
-- ## Imports in chunks: what is written first (rule U26)
ALTER TABLE "import_rows" ADD COLUMN "rank" smallint;--> statement-breakpoint
CREATE INDEX "import_rows_key" ON "import_rows" USING btree ("import","key","row");--> statement-breakpoint
CREATE INDEX "import_rows_rank" ON "import_rows" USING btree ("import","verdict","rank","row") WHERE "import_rows"."rank" is not null;
--> statement-breakpoint
-- ## Notes on users, senders of reports, groups of batches and changed base addresses (rules U29, R8, L30, L31)
CREATE TABLE "user_notes" (
	"_id" text PRIMARY KEY NOT NULL,
	"number" bigint GENERATED ALWAYS AS IDENTITY (sequence name "user_notes_number_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"user_id" text NOT NULL,
	"text" text NOT NULL,
	"date" timestamp (3) with time zone NOT NULL,
	"author" text NOT NULL
);
--> statement-breakpoint
DROP INDEX "issues_group";--> statement-breakpoint
ALTER TABLE "batches" ADD COLUMN "group" text;--> statement-breakpoint
ALTER TABLE "settings" ADD COLUMN "base_dates" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "user_notes" ADD CONSTRAINT "user_notes_user_id_users__id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_notes" ADD CONSTRAINT "user_notes_author_users__id_fk" FOREIGN KEY ("author") REFERENCES "public"."users"("_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "user_notes_user" ON "user_notes" USING btree ("user_id","number");--> statement-breakpoint
CREATE INDEX "issues_group" ON "issues" USING btree ("group_number","date","_id","status","user_id");--> statement-breakpoint
-- ## Automatic backups (rule O15)
CREATE TABLE "backups" (
	"_id" text PRIMARY KEY NOT NULL,
	"night" text NOT NULL,
	"state" text NOT NULL,
	"attempt" integer NOT NULL,
	"begun" timestamp (3) with time zone NOT NULL,
	"due" timestamp (3) with time zone NOT NULL,
	"ended" timestamp (3) with time zone,
	"file" text DEFAULT '' NOT NULL,
	"bytes" bigint,
	"sha256" text DEFAULT '' NOT NULL,
	"proven" timestamp (3) with time zone,
	"message" text DEFAULT '' NOT NULL,
	CONSTRAINT "backups_night_unique" UNIQUE("night")
);
--> statement-breakpoint
-- ## The logo of the business (rule S12)
ALTER TABLE "settings" ADD COLUMN "logo_bytes" "bytea";--> statement-breakpoint
ALTER TABLE "settings" ADD COLUMN "logo" jsonb;--> statement-breakpoint
ALTER TABLE "settings" ADD CONSTRAINT "settings_logo" CHECK (("settings"."logo" is null) = ("settings"."logo_bytes" is null));--> statement-breakpoint
ALTER TABLE "settings" ADD CONSTRAINT "settings_logo_bytes" CHECK (octet_length("settings"."logo_bytes") <= 200000);
