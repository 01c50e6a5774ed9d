CREATE TABLE "ledger_days" (
	"day" date NOT NULL,
	"block" integer NOT NULL,
	"type" text NOT NULL,
	"slot" smallint NOT NULL,
	"transactions" integer NOT NULL,
	"credits" bigint NOT NULL,
	"total" numeric(18, 2) NOT NULL,
	CONSTRAINT "ledger_days_day_block_type_slot_pk" PRIMARY KEY("day","block","type","slot")
);
--> statement-breakpoint
CREATE TABLE "ledger_sums" (
	"span" text NOT NULL,
	"start" date NOT NULL,
	"user_created" text NOT NULL,
	"user_created_name" text COLLATE "und-x-icu" NOT NULL,
	"owner" text NOT NULL,
	"type" text NOT NULL,
	"transactions" integer NOT NULL,
	"credits" bigint NOT NULL,
	"total" numeric(18, 2) NOT NULL,
	CONSTRAINT "ledger_sums_key" PRIMARY KEY("user_created","span","start","owner","type","user_created_name")
);
--> statement-breakpoint
CREATE TABLE "pending_transactions" (
	"_id" text PRIMARY KEY NOT NULL,
	"reference" bigint NOT NULL,
	"user_created" text NOT NULL,
	"user_licensed" text NOT NULL,
	"type" text NOT NULL,
	"date" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE INDEX "ledger_sums_start" ON "ledger_sums" USING btree ("span","start");--> statement-breakpoint
CREATE INDEX "ledger_sums_owner" ON "ledger_sums" USING btree ("owner","span","start");--> statement-breakpoint
-- The zone whose days are counted: until a start has noted it, the one that a start has by default.
CREATE FUNCTION counted_zone() RETURNS text LANGUAGE sql STABLE AS $$
  SELECT coalesce((SELECT time_zone FROM installation), 'America/Santo_Domingo')
$$;
--> statement-breakpoint
-- The sums of the days from the first to the last one: of whole months, as months are summed too.
CREATE FUNCTION computed_ledger_sums(zone text, first_day date, last_day date)
RETURNS TABLE (span text, start date, user_created text, user_created_name text, owner text, type text,
  transactions integer, credits bigint, total numeric(18, 2)) LANGUAGE sql STABLE AS $$
  WITH days AS (
    SELECT (t.date AT TIME ZONE zone)::date AS day, t.user_created, t.user_created_name,
      CASE WHEN u.deleted_at IS NULL THEN coalesce(u.created_by, '') ELSE '' END AS owner, t.type,
      count(*)::integer AS transactions, sum(t.count) AS credits, sum(t.total) AS total
    FROM license_transactions t JOIN users u ON u._id = t.user_licensed
    WHERE t.status = 'PROCESSED' AND t.date >= first_day - 1 AND t.date < last_day + 2
      AND (t.date AT TIME ZONE zone)::date BETWEEN first_day AND last_day
    GROUP BY 1, 2, 3, 4, 5)
  SELECT 'day', day, user_created, user_created_name, owner, type, transactions, credits, total FROM days
  UNION ALL
  SELECT 'month', day - (extract(day FROM day)::integer - 1), user_created, user_created_name, owner, type,
    sum(transactions)::integer, sum(credits)::bigint, sum(total)
  FROM days GROUP BY 2, 3, 4, 5, 6
$$;
--> statement-breakpoint
CREATE FUNCTION computed_ledger_days(zone text, first_day date, last_day date)
RETURNS TABLE (day date, block integer, type text, transactions integer, credits bigint, total numeric(18, 2))
LANGUAGE sql STABLE AS $$
  SELECT (date AT TIME ZONE zone)::date, (reference >> 14)::integer, type, count(*)::integer, sum(count), sum(total)
  FROM license_transactions
  WHERE status = 'PROCESSED' AND date >= first_day - 1 AND date < last_day + 2
    AND (date AT TIME ZONE zone)::date BETWEEN first_day AND last_day
  GROUP BY 1, 2, 3
$$;
--> statement-breakpoint
-- Counts all transactions anew, by the days of a zone.
CREATE FUNCTION recount_ledger(zone text) RETURNS void LANGUAGE plpgsql AS $$
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
END
$$;
--> statement-breakpoint
CREATE FUNCTION add_pending_transaction() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO pending_transactions
  VALUES (NEW._id, NEW.reference, NEW.user_created, NEW.user_licensed, NEW.type, NEW.date);
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE FUNCTION remove_pending_transaction() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM pending_transactions WHERE _id = OLD._id;
  RETURN NULL;
END
$$;
--> statement-breakpoint
-- The rows that many sellers share come last: they are locked for the shortest time.
CREATE FUNCTION count_transaction() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  its_day date := (NEW.date AT TIME ZONE counted_zone())::date;
  its_owner text := coalesce((SELECT created_by FROM users WHERE _id = NEW.user_licensed AND deleted_at IS NULL), '');
BEGIN
  IF TG_OP = 'UPDATE' THEN
    DELETE FROM pending_transactions WHERE _id = NEW._id;
  END IF;
  INSERT INTO ledger_sums AS s
  VALUES
    ('day', its_day, NEW.user_created, NEW.user_created_name, its_owner, NEW.type, 1, NEW.count, NEW.total),
    ('month', its_day - (extract(day FROM its_day)::integer - 1), NEW.user_created, NEW.user_created_name, its_owner,
      NEW.type, 1, NEW.count, NEW.total)
  ON CONFLICT (user_created, span, start, owner, type, user_created_name) DO UPDATE SET
    transactions = s.transactions + 1, credits = s.credits + excluded.credits, total = s.total + excluded.total;
  INSERT INTO ledger_days AS d
  VALUES (its_day, NEW.reference >> 14, NEW.type, abs(hashtext(NEW.user_created) % 16), 1, NEW.count, NEW.total)
  ON CONFLICT (day, block, type, slot) DO UPDATE SET
    transactions = d.transactions + 1, credits = d.credits + excluded.credits, total = d.total + excluded.total;
  RETURN NULL;
END
$$;
--> statement-breakpoint
-- Whose customer a person is can change: what was sold to them is then in the scope of somebody else.
CREATE FUNCTION move_ledger_sums() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  zone text := counted_zone();
  old_owner text := CASE WHEN OLD.deleted_at IS NULL THEN coalesce(OLD.created_by, '') ELSE '' END;
  new_owner text := CASE WHEN NEW.deleted_at IS NULL THEN coalesce(NEW.created_by, '') ELSE '' END;
BEGIN
  IF old_owner = new_owner THEN
    RETURN NULL;
  END IF;
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
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER license_transactions_added_pending
AFTER INSERT ON license_transactions
FOR EACH ROW WHEN (NEW.status <> 'PROCESSED')
EXECUTE FUNCTION add_pending_transaction();
--> statement-breakpoint
CREATE TRIGGER license_transactions_removed_pending
AFTER DELETE ON license_transactions
FOR EACH ROW WHEN (OLD.status <> 'PROCESSED')
EXECUTE FUNCTION remove_pending_transaction();
--> statement-breakpoint
CREATE TRIGGER license_transactions_added
AFTER INSERT ON license_transactions
FOR EACH ROW WHEN (NEW.status = 'PROCESSED')
EXECUTE FUNCTION count_transaction();
--> statement-breakpoint
CREATE TRIGGER license_transactions_processed
AFTER UPDATE OF status ON license_transactions
FOR EACH ROW WHEN (OLD.status <> 'PROCESSED' AND NEW.status = 'PROCESSED')
EXECUTE FUNCTION count_transaction();
--> statement-breakpoint
CREATE TRIGGER users_moved
AFTER UPDATE OF created_by, deleted_at ON users
FOR EACH ROW WHEN ((OLD.created_by, OLD.deleted_at) IS DISTINCT FROM (NEW.created_by, NEW.deleted_at))
EXECUTE FUNCTION move_ledger_sums();
--> statement-breakpoint
SELECT recount_ledger(counted_zone());
