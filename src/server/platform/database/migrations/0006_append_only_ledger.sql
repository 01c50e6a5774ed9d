-- Movements that were stored before they kept the names of their day.
UPDATE license_transactions t
SET user_created_name = seller.full_name,
    search = ' ' || lower(concat_ws(' ', t.user_full_name, seller.full_name))
FROM users seller
WHERE seller._id = t.user_created AND t.user_created_name = '';
--> statement-breakpoint
-- And before they said what they did to the balances: sales and transfers take from resellers alone.
UPDATE license_transactions t
SET seller_months = CASE
      WHEN p.is_system AND p.name IN ('agent', 'superagent') AND t.type IN ('SALE', 'TRANSFER')
      THEN -t.count * CASE t.period WHEN 'MESES' THEN 1 ELSE 12 END ELSE 0 END,
    target_months = CASE t.type WHEN 'TRANSFER' THEN t.count WHEN 'REFUND_TRANSFER' THEN -t.count ELSE 0 END
FROM users seller JOIN profiles p ON p._id = seller.profile
WHERE seller._id = t.user_created AND t.status = 'PROCESSED';
--> statement-breakpoint
-- A processed movement never changes and never goes, whoever asks.
CREATE FUNCTION refuse_ledger_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'a processed license transaction never changes' USING ERRCODE = 'restrict_violation';
END
$$;
--> statement-breakpoint
CREATE TRIGGER license_transactions_append_only
BEFORE UPDATE OR DELETE ON license_transactions
FOR EACH ROW WHEN (OLD.status = 'PROCESSED')
EXECUTE FUNCTION refuse_ledger_change();
