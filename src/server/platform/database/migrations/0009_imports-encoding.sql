ALTER TABLE "imports" ADD COLUMN "encoding" text DEFAULT 'utf-8' NOT NULL;--> statement-breakpoint
ALTER TABLE "imports" ADD COLUMN "damage" integer DEFAULT 0 NOT NULL;