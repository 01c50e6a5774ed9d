ALTER TABLE "channel_imports" ADD COLUMN "source" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "channel_imports" ADD COLUMN "created" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "channel_imports" ADD COLUMN "changed" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "channel_imports" ADD COLUMN "undone_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "channel_imports" ADD COLUMN "undone_by" text;--> statement-breakpoint
ALTER TABLE "channel_imports" ADD COLUMN "kept" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "channel_imports" ADD CONSTRAINT "channel_imports_undone_by_users__id_fk" FOREIGN KEY ("undone_by") REFERENCES "public"."users"("_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
UPDATE "channel_imports" SET
  "created" = (SELECT count(*) FROM "channel_import_rows" WHERE "import" = "channel_imports"."_id" AND "before" IS NULL),
  "changed" = (SELECT count(*) FROM "channel_import_rows" WHERE "import" = "channel_imports"."_id" AND "before" IS NOT NULL);
