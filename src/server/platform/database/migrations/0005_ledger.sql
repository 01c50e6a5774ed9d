ALTER TABLE "license_transactions" ADD COLUMN "user_created_name" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "license_transactions" ADD COLUMN "search" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "license_transactions" ADD COLUMN "seller_months" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "license_transactions" ADD COLUMN "target_months" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX "license_transactions_reference_sort" ON "license_transactions" USING btree ("reference","_id");--> statement-breakpoint
CREATE INDEX "license_transactions_total_sort" ON "license_transactions" USING btree ("total","_id");--> statement-breakpoint
CREATE INDEX "license_transactions_type" ON "license_transactions" USING btree ("type","date","_id");--> statement-breakpoint
CREATE INDEX "license_transactions_search" ON "license_transactions" USING gin ("search" gin_trgm_ops);