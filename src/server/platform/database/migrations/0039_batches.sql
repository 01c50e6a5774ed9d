CREATE TABLE "batch_records" (
	"batch" text NOT NULL,
	"record" text NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"message" text DEFAULT '' NOT NULL,
	"before" jsonb,
	"was" timestamp (3) with time zone,
	"written" timestamp (3) with time zone,
	CONSTRAINT "batch_records_batch_record_pk" PRIMARY KEY("batch","record")
);
--> statement-breakpoint
CREATE TABLE "batches" (
	"_id" text PRIMARY KEY NOT NULL,
	"resource" text NOT NULL,
	"action" text NOT NULL,
	"changes" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"created_by" text NOT NULL,
	"address" text NOT NULL,
	"date" timestamp (3) with time zone NOT NULL,
	"state" text DEFAULT 'running' NOT NULL,
	"message" text DEFAULT '' NOT NULL,
	"total" integer DEFAULT 0 NOT NULL,
	"done" integer DEFAULT 0 NOT NULL,
	"changed" integer DEFAULT 0 NOT NULL,
	"refused" integer DEFAULT 0 NOT NULL,
	"undoes" text
);
--> statement-breakpoint
ALTER TABLE "audit_entries" ADD COLUMN "batch" text;--> statement-breakpoint
ALTER TABLE "batch_records" ADD CONSTRAINT "batch_records_batch_batches__id_fk" FOREIGN KEY ("batch") REFERENCES "public"."batches"("_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "batches" ADD CONSTRAINT "batches_created_by_users__id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "batches" ADD CONSTRAINT "batches_undoes_batches__id_fk" FOREIGN KEY ("undoes") REFERENCES "public"."batches"("_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "batch_records_waiting" ON "batch_records" USING btree ("batch","record") WHERE "batch_records"."state" = 'waiting';--> statement-breakpoint
CREATE INDEX "batch_records_done" ON "batch_records" USING btree ("record") WHERE "batch_records"."state" = 'done';--> statement-breakpoint
CREATE INDEX "batches_date" ON "batches" USING btree ("date");--> statement-breakpoint
CREATE INDEX "batches_running" ON "batches" USING btree ("created_by") WHERE "batches"."state" = 'running';--> statement-breakpoint
CREATE INDEX "batches_undoes" ON "batches" USING btree ("undoes") WHERE "batches"."undoes" is not null;