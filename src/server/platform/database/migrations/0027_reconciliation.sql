CREATE TABLE "reconciled_users" (
	"user_id" text PRIMARY KEY NOT NULL,
	"sold_posting" bigint DEFAULT 0 NOT NULL,
	"sold_months" bigint DEFAULT 0 NOT NULL,
	"sold_transactions" integer DEFAULT 0 NOT NULL,
	"sold_total" numeric(18, 2) DEFAULT 0 NOT NULL,
	"bought_months" bigint DEFAULT 0 NOT NULL,
	"bought_transactions" integer DEFAULT 0 NOT NULL,
	"bought_total" numeric(18, 2) DEFAULT 0 NOT NULL,
	"expiry" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "reconciliation_checkpoint" (
	"_id" text PRIMARY KEY DEFAULT 'checkpoint' NOT NULL,
	"date" timestamp (3) with time zone NOT NULL,
	"full_date" timestamp (3) with time zone NOT NULL,
	"newest" timestamp (3) with time zone,
	CONSTRAINT "reconciliation_checkpoint_single" CHECK ("reconciliation_checkpoint"."_id" = 'checkpoint')
);
