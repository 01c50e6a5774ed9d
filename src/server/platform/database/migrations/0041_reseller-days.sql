CREATE TABLE "reseller_days" (
	"reseller" text NOT NULL,
	"part" text NOT NULL,
	"type" text NOT NULL,
	"day" date NOT NULL,
	"name" text COLLATE "und-x-icu" NOT NULL,
	"slot" smallint NOT NULL,
	"transactions" integer NOT NULL,
	"credits" bigint NOT NULL,
	"total" numeric(18, 2) NOT NULL,
	CONSTRAINT "reseller_days_key" PRIMARY KEY("reseller","part","type","day","name","slot")
);
--> statement-breakpoint
CREATE INDEX "reseller_days_unmerged" ON "reseller_days" USING btree ("day") WHERE "reseller_days"."slot" <> 0;
--> statement-breakpoint
ALTER TABLE reseller_days SET (fillfactor = 50);
--> statement-breakpoint
-- Who sees a sale beside the person it was made to, each once: its seller, whose customer that person is, and whoever created
-- the latter.
CREATE FUNCTION resellers_of(seller text, owner text) RETURNS TABLE (reseller text, part text) LANGUAGE sql STABLE AS $$
  SELECT seller, 'sold'
  UNION ALL
  SELECT owner, 'owned' WHERE owner NOT IN ('', seller)
  UNION ALL
  SELECT created_by, 'above' FROM users WHERE _id = owner AND deleted_at IS NULL AND created_by NOT IN (seller, owner)
$$;
--> statement-breakpoint
-- Counts them anew, from the sums of the days. Names are compared byte by byte, which tells the same ones apart in less time.
CREATE FUNCTION recount_reseller_days() RETURNS void LANGUAGE sql SET work_mem = '64MB' AS $$
  DELETE FROM reseller_days;
  INSERT INTO reseller_days
    WITH seen AS MATERIALIZED (
      SELECT user_created, owner, r.* FROM (SELECT DISTINCT user_created, owner FROM ledger_sums WHERE span = 'month') s
        CROSS JOIN LATERAL resellers_of(user_created, owner) r)
    SELECT reseller, part, type, start, CASE part WHEN 'sold' THEN user_created_name COLLATE "C" ELSE '' END, 0,
      sum(transactions), sum(credits), sum(total)
    FROM ledger_sums JOIN seen USING (user_created, owner)
    WHERE span = 'day' GROUP BY 1, 2, 3, 4, 5
$$;
--> statement-breakpoint
SELECT recount_reseller_days();
--> statement-breakpoint
ANALYZE reseller_days;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION recount_ledger(zone text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM ledger_sums;
  DELETE FROM ledger_days;
  DELETE FROM pending_transactions;
  INSERT INTO ledger_sums SELECT * FROM computed_ledger_sums(zone, '-infinity', 'infinity');
  INSERT INTO ledger_days
    SELECT day, block, type, 0, transactions, credits, total
    FROM computed_ledger_days(zone, '-infinity', 'infinity');
  INSERT INTO pending_transactions
    SELECT _id, reference, user_created, user_licensed, type, date FROM license_transactions
    WHERE status <> 'PROCESSED';
  PERFORM recount_reseller_days();
END
$$;
--> statement-breakpoint
-- The rows that many sellers share come last: they are locked for the shortest time.
CREATE OR REPLACE FUNCTION count_transaction() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  its_day date := (NEW.date AT TIME ZONE counted_zone())::date;
  its_owner text := coalesce((SELECT created_by FROM users WHERE _id = NEW.user_licensed AND deleted_at IS NULL), '');
  its_slot smallint := abs(hashtext(NEW.user_created) % 16);
BEGIN
  IF TG_OP = 'UPDATE' THEN
    DELETE FROM pending_transactions WHERE _id = NEW._id;
  END IF;
  -- Whoever created the owner stays the same until the commit.
  PERFORM FROM users WHERE _id = its_owner FOR KEY SHARE;
  INSERT INTO ledger_sums AS s
  VALUES
    ('day', its_day, NEW.user_created, NEW.user_created_name, its_owner, NEW.type, 1, NEW.count, NEW.total),
    ('month', its_day - (extract(day FROM its_day)::integer - 1), NEW.user_created, NEW.user_created_name, its_owner,
      NEW.type, 1, NEW.count, NEW.total)
  ON CONFLICT (user_created, span, start, owner, type, user_created_name) DO UPDATE SET
    transactions = s.transactions + 1, credits = s.credits + excluded.credits, total = s.total + excluded.total;
  INSERT INTO reseller_days AS r
    SELECT reseller, part, NEW.type, its_day, CASE part WHEN 'sold' THEN NEW.user_created_name ELSE '' END,
      CASE part WHEN 'sold' THEN 0 ELSE its_slot END, 1, NEW.count, NEW.total
    FROM resellers_of(NEW.user_created, its_owner) ORDER BY 1, 2
  ON CONFLICT (reseller, part, type, day, name, slot) DO UPDATE SET
    transactions = r.transactions + 1, credits = r.credits + excluded.credits, total = r.total + excluded.total;
  INSERT INTO ledger_days AS d
  VALUES (its_day, NEW.reference >> 14, NEW.type, its_slot, 1, NEW.count, NEW.total)
  ON CONFLICT (day, block, type, slot) DO UPDATE SET
    transactions = d.transactions + 1, credits = d.credits + excluded.credits, total = d.total + excluded.total;
  RETURN NULL;
END
$$;
--> statement-breakpoint
-- Whose customer a person is can change: what was sold to them, and to their own customers, is then in the scope of somebody
-- else.
CREATE OR REPLACE FUNCTION move_ledger_sums() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  zone text := counted_zone();
  old_owner text := CASE WHEN OLD.deleted_at IS NULL THEN coalesce(OLD.created_by, '') ELSE '' END;
  new_owner text := CASE WHEN NEW.deleted_at IS NULL THEN coalesce(NEW.created_by, '') ELSE '' END;
BEGIN
  IF old_owner = new_owner THEN
    RETURN NULL;
  END IF;
  -- Waits for sales to this one's customers, and holds up new ones. The owners are locked as such sales do.
  PERFORM FROM users WHERE _id = NEW._id FOR UPDATE;
  PERFORM FROM users WHERE _id IN (old_owner, new_owner) ORDER BY _id FOR KEY SHARE;
  INSERT INTO ledger_sums AS s
  WITH days AS (
    SELECT (date AT TIME ZONE zone)::date AS day, user_created, user_created_name, type, count(*) AS transactions,
      sum(count) AS credits, sum(total) AS total
    FROM license_transactions WHERE user_licensed = NEW._id AND status = 'PROCESSED' GROUP BY 1, 2, 3, 4),
  spans AS (
    SELECT 'day' AS span, * FROM days
    UNION ALL
    SELECT 'month', day - (extract(day FROM day)::integer - 1), user_created, user_created_name, type,
      sum(transactions), sum(credits), sum(total)
    FROM days GROUP BY 2, 3, 4, 5)
  SELECT span, day, user_created, user_created_name, owner, type, sign * transactions, sign * credits, sign * total
  FROM spans, (VALUES (old_owner, -1), (new_owner, 1)) moved (owner, sign)
  ORDER BY span, day, user_created, owner, type, user_created_name
  ON CONFLICT (user_created, span, start, owner, type, user_created_name) DO UPDATE SET
    transactions = s.transactions + excluded.transactions, credits = s.credits + excluded.credits,
    total = s.total + excluded.total;
  DELETE FROM ledger_sums s USING license_transactions t
  WHERE t.user_licensed = NEW._id AND s.user_created = t.user_created AND s.owner = old_owner AND s.transactions = 0;
  INSERT INTO reseller_days AS r
  WITH moved (owner, sign) AS (VALUES (old_owner, -1), (new_owner, 1)),
  changes AS (
    SELECT reseller, part, type, (date AT TIME ZONE zone)::date AS day, user_created, sign, 1 AS transactions,
      count AS credits, total
    FROM license_transactions CROSS JOIN moved CROSS JOIN LATERAL resellers_of(user_created, owner)
    WHERE user_licensed = NEW._id AND status = 'PROCESSED' AND part <> 'sold'
    UNION ALL
    SELECT moved.owner, 'above', type, start, user_created, sign, transactions, credits, total
    FROM ledger_sums s CROSS JOIN moved
    WHERE s.owner = NEW._id AND span = 'day' AND moved.owner NOT IN ('', NEW._id, user_created))
  SELECT reseller, part, type, day, '', abs(hashtext(user_created) % 16), sum(sign * transactions),
    sum(sign * credits), sum(sign * total)
  FROM changes GROUP BY 1, 2, 3, 4, 6 HAVING sum(sign * transactions) <> 0
  ORDER BY 1, 2, 3, 4, 6
  ON CONFLICT (reseller, part, type, day, name, slot) DO UPDATE SET
    transactions = r.transactions + excluded.transactions, credits = r.credits + excluded.credits,
    total = r.total + excluded.total;
  RETURN NULL;
END
$$;
--> statement-breakpoint
-- Adds up what a table keeps in several rows for the days before one, which hardly anybody writes any more.
CREATE FUNCTION merge_slots(kept text, before date) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  keys text;
  sums text;
  added text;
  updates text;
BEGIN
  SELECT string_agg(quote_ident(attname), ', ') FILTER (WHERE is_key),
    string_agg(quote_ident(attname), ', ') FILTER (WHERE NOT is_key),
    string_agg(format('sum(%I)', attname), ', ') FILTER (WHERE NOT is_key),
    string_agg(format('%1$I = k.%1$I + excluded.%1$I', attname), ', ') FILTER (WHERE NOT is_key)
  INTO keys, sums, added, updates
  FROM (
    SELECT attname, attnum = ANY (indkey) AS is_key FROM pg_attribute JOIN pg_index ON indrelid = attrelid AND indisprimary
    WHERE attrelid = kept::regclass AND attnum > 0 AND NOT attisdropped AND attname <> 'slot' ORDER BY attnum) columns;
  -- In the order of the key, as those who write several of them lock them.
  EXECUTE format('SELECT FROM %I WHERE slot <> 0 AND day < $1 ORDER BY %s FOR UPDATE', kept, keys) USING before;
  EXECUTE format('
    WITH gone AS (DELETE FROM %1$I WHERE slot <> 0 AND day < $1 RETURNING *)
    INSERT INTO %1$I AS k (%2$s, slot, %3$s) SELECT %2$s, 0, %4$s FROM gone GROUP BY %2$s ORDER BY %2$s
    ON CONFLICT (%2$s, slot) DO UPDATE SET %5$s', kept, keys, sums, added, updates) USING before;
END
$$;
--> statement-breakpoint
-- What is there already, as the maintenance does it from now on.
SELECT merge_slots(kept, (now() AT TIME ZONE counted_zone())::date)
FROM unnest(ARRAY['ledger_days', 'audit_days', 'registration_days', 'expiry_days']) kept;
