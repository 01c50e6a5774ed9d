ALTER TABLE "imports" ALTER COLUMN "counts" SET DEFAULT '{"new":0,"changed":0,"same":0,"duplicate":0,"refused":0}'::jsonb;--> statement-breakpoint
ALTER TABLE "import_rows" ADD COLUMN "options" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "imports" ADD COLUMN "format" text DEFAULT 'table' NOT NULL;--> statement-breakpoint
UPDATE "imports" SET "counts" = '{"duplicate":0}'::jsonb || "counts";
