CREATE TABLE "transaction_search" (
	"_id" text PRIMARY KEY NOT NULL,
	"user_created" text NOT NULL,
	"user_licensed" text NOT NULL,
	"owner" text NOT NULL,
	"transactions" integer NOT NULL,
	"search" text NOT NULL
) WITH (fillfactor = 85);
--> statement-breakpoint
CREATE FUNCTION transaction_search_id(seller text, target text, search text) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT encode(sha256(convert_to(concat_ws(E'\n', seller, target, search), 'UTF8')), 'base64')
$$;
--> statement-breakpoint
-- Counts the texts of all transactions anew.
CREATE FUNCTION recount_transaction_search() RETURNS void LANGUAGE sql AS $$
  DELETE FROM transaction_search;
  INSERT INTO transaction_search
    SELECT transaction_search_id(user_created, user_licensed, t.search), user_created, user_licensed,
      CASE WHEN u.deleted_at IS NULL THEN coalesce(u.created_by, '') ELSE '' END, transactions, t.search
    FROM (
      SELECT user_created, user_licensed, search, count(*)::integer AS transactions FROM license_transactions
      GROUP BY 1, 2, 3) t
    JOIN users u ON u._id = user_licensed
$$;
--> statement-breakpoint
SELECT recount_transaction_search();
--> statement-breakpoint
CREATE INDEX "transaction_search_created" ON "transaction_search" USING btree ("user_created");--> statement-breakpoint
CREATE INDEX "transaction_search_licensed" ON "transaction_search" USING btree ("user_licensed");--> statement-breakpoint
CREATE INDEX "transaction_search_owner" ON "transaction_search" USING btree ("owner");--> statement-breakpoint
CREATE INDEX "transaction_search_words" ON "transaction_search" USING gin ("search" gin_trgm_ops);
--> statement-breakpoint
-- After the check of the references, which whoever moves or deletes a customer keeps waiting: its owner stays meanwhile.
CREATE FUNCTION add_transaction_search() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO transaction_search AS s
    SELECT transaction_search_id(user_created, user_licensed, t.search), user_created, user_licensed,
      CASE WHEN u.deleted_at IS NULL THEN coalesce(u.created_by, '') ELSE '' END, transactions, t.search
    FROM (
      SELECT user_created, user_licensed, search, count(*)::integer AS transactions FROM added GROUP BY 1, 2, 3) t
    JOIN users u ON u._id = user_licensed ORDER BY 1
  ON CONFLICT (_id) DO UPDATE SET transactions = s.transactions + excluded.transactions;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE FUNCTION remove_transaction_search() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  ids text[];
BEGIN
  SELECT array_agg(DISTINCT transaction_search_id(user_created, user_licensed, search)) INTO ids FROM removed;
  -- In the order of the key, as those who add lock them.
  PERFORM FROM transaction_search WHERE _id = ANY (ids) ORDER BY _id FOR UPDATE;
  UPDATE transaction_search s SET transactions = s.transactions - gone.transactions
  FROM (
    SELECT transaction_search_id(user_created, user_licensed, search) AS _id, count(*)::integer AS transactions
    FROM removed GROUP BY 1) gone
  WHERE s._id = gone._id;
  DELETE FROM transaction_search WHERE _id = ANY (ids) AND transactions <= 0;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE FUNCTION move_transaction_search() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- Waits for transactions that are being created, and holds up new ones: their rows would keep the old owner.
  PERFORM FROM users WHERE _id = NEW._id FOR UPDATE;
  PERFORM FROM transaction_search WHERE user_licensed = NEW._id ORDER BY _id FOR UPDATE;
  UPDATE transaction_search
  SET owner = CASE WHEN NEW.deleted_at IS NULL THEN coalesce(NEW.created_by, '') ELSE '' END
  WHERE user_licensed = NEW._id;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER license_transactions_added_search
AFTER INSERT ON license_transactions REFERENCING NEW TABLE AS added
FOR EACH STATEMENT EXECUTE FUNCTION add_transaction_search();
--> statement-breakpoint
CREATE TRIGGER license_transactions_removed_search
AFTER DELETE ON license_transactions REFERENCING OLD TABLE AS removed
FOR EACH STATEMENT EXECUTE FUNCTION remove_transaction_search();
--> statement-breakpoint
CREATE TRIGGER users_moved_search
AFTER UPDATE OF created_by, deleted_at ON users
FOR EACH ROW WHEN ((OLD.created_by, OLD.deleted_at) IS DISTINCT FROM (NEW.created_by, NEW.deleted_at))
EXECUTE FUNCTION move_transaction_search();
