CREATE INDEX "users_customer_full_name" ON "users" USING btree ("created_by","full_name_key","_id") WHERE "users"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "users_customer_email" ON "users" USING btree ("created_by","email","_id") WHERE "users"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "users_customer_cel_phone" ON "users" USING btree ("created_by","cel_phone","_id") WHERE "users"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "users_customer_date_create" ON "users" USING btree ("created_by","date_create","_id") WHERE "users"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "users_customer_last_login" ON "users" USING btree ("created_by","last_login","_id") WHERE "users"."deleted_at" is null;