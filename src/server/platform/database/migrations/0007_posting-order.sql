CREATE SEQUENCE "public"."license_transactions_posting" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1;--> statement-breakpoint
ALTER TABLE "license_transactions" ADD COLUMN "posting" bigint;--> statement-breakpoint
ALTER TABLE license_transactions DISABLE TRIGGER license_transactions_append_only;--> statement-breakpoint
-- Movements that were applied before they were numbered: one node applied them, in the order of its clock.
UPDATE license_transactions t SET posting = ordered.place FROM (
  SELECT _id, nextval('license_transactions_posting') AS place
  FROM (SELECT _id FROM license_transactions WHERE status = 'PROCESSED' ORDER BY processed_at, reference) applied
) ordered WHERE ordered._id = t._id;--> statement-breakpoint
ALTER TABLE license_transactions ENABLE TRIGGER license_transactions_append_only;--> statement-breakpoint
ALTER TABLE "license_transactions" ADD CONSTRAINT "license_transactions_posting" CHECK ("license_transactions"."status" <> 'PROCESSED' or "license_transactions"."posting" is not null);