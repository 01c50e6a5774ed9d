DROP INDEX "users_customer_expiry";--> statement-breakpoint
CREATE INDEX "users_customer_expiry" ON "users" USING btree ("created_by","date_expire","_id") WHERE "users"."deleted_at" is null;