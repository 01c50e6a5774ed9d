-- Thousands of transactions that one statement inserts are counted together: one by one, each would search all earlier versions
-- of the same sums, which stay until the commit. `cartelera.count_together` is set by who inserts them.
CREATE FUNCTION count_transactions_together() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  zone text := counted_zone();
BEGIN
  -- Whoever created the owners stays the same until the commit.
  PERFORM FROM users WHERE _id IN (
    SELECT u.created_by FROM added a JOIN users u ON u._id = a.user_licensed WHERE a.status = 'PROCESSED')
  ORDER BY _id FOR KEY SHARE;
  INSERT INTO ledger_sums AS s
  WITH days AS (
    SELECT (a.date AT TIME ZONE zone)::date AS day, a.user_created, a.user_created_name, coalesce(u.created_by, '') AS owner,
      a.type, count(*) AS transactions, sum(a.count) AS credits, sum(a.total) AS total
    FROM added a LEFT JOIN users u ON u._id = a.user_licensed AND u.deleted_at IS NULL
    WHERE a.status = 'PROCESSED' GROUP BY 1, 2, 3, 4, 5),
  spans AS (
    SELECT 'day' AS span, * FROM days
    UNION ALL
    SELECT 'month', day - (extract(day FROM day)::integer - 1), user_created, user_created_name, owner, type,
      sum(transactions), sum(credits), sum(total)
    FROM days GROUP BY 2, 3, 4, 5, 6)
  SELECT span, day, user_created, user_created_name, owner, type, transactions, credits, total
  FROM spans ORDER BY user_created, span, day, owner, type, user_created_name
  ON CONFLICT (user_created, span, start, owner, type, user_created_name) DO UPDATE SET
    transactions = s.transactions + excluded.transactions, credits = s.credits + excluded.credits,
    total = s.total + excluded.total;
  INSERT INTO reseller_days AS r
  WITH sold AS (
    SELECT (a.date AT TIME ZONE zone)::date AS day, a.user_created, a.user_created_name, coalesce(u.created_by, '') AS owner,
      a.type, count(*) AS transactions, sum(a.count) AS credits, sum(a.total) AS total
    FROM added a LEFT JOIN users u ON u._id = a.user_licensed AND u.deleted_at IS NULL
    WHERE a.status = 'PROCESSED' GROUP BY 1, 2, 3, 4, 5)
  SELECT seen.reseller, seen.part, type, day, CASE seen.part WHEN 'sold' THEN user_created_name ELSE '' END,
    CASE seen.part WHEN 'sold' THEN 0 ELSE abs(hashtext(user_created) % 16) END,
    sum(transactions), sum(credits), sum(total)
  FROM sold CROSS JOIN LATERAL resellers_of(user_created, owner) seen
  GROUP BY 1, 2, 3, 4, 5, 6 ORDER BY 1, 2, 3, 4, 5, 6
  ON CONFLICT (reseller, part, type, day, name, slot) DO UPDATE SET
    transactions = r.transactions + excluded.transactions, credits = r.credits + excluded.credits,
    total = r.total + excluded.total;
  INSERT INTO ledger_days AS d
  SELECT (date AT TIME ZONE zone)::date, reference >> 14, type, abs(hashtext(user_created) % 16),
    count(*), sum(count), sum(total)
  FROM added WHERE status = 'PROCESSED' GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3, 4
  ON CONFLICT (day, block, type, slot) DO UPDATE SET
    transactions = d.transactions + excluded.transactions, credits = d.credits + excluded.credits,
    total = d.total + excluded.total;
  RETURN NULL;
END
$$;
--> statement-breakpoint
DROP TRIGGER license_transactions_added ON license_transactions;
--> statement-breakpoint
CREATE TRIGGER license_transactions_added
AFTER INSERT ON license_transactions
FOR EACH ROW WHEN (
  NEW.status = 'PROCESSED' AND current_setting('cartelera.count_together', true) IS DISTINCT FROM 'on')
EXECUTE FUNCTION count_transaction();
--> statement-breakpoint
CREATE TRIGGER license_transactions_added_together
AFTER INSERT ON license_transactions REFERENCING NEW TABLE AS added
FOR EACH STATEMENT WHEN (current_setting('cartelera.count_together', true) = 'on')
EXECUTE FUNCTION count_transactions_together();
