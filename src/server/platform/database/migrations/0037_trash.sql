CREATE TABLE "trash" (
	"_id" text PRIMARY KEY NOT NULL,
	"resource" text NOT NULL,
	"record" text NOT NULL,
	"parent" text,
	"title" text NOT NULL,
	"title_key" text COLLATE "C" NOT NULL,
	"detail" text NOT NULL,
	"parts" integer NOT NULL,
	"deleted_by" text NOT NULL,
	"date" timestamp (3) with time zone NOT NULL,
	"snapshot" jsonb NOT NULL,
	"search" text NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX "trash_record" ON "trash" USING btree ("resource","record");--> statement-breakpoint
CREATE INDEX "trash_date_sort" ON "trash" USING btree ("resource","date","_id");--> statement-breakpoint
CREATE INDEX "trash_title_sort" ON "trash" USING btree ("resource","title_key","_id");--> statement-breakpoint
CREATE INDEX "trash_date" ON "trash" USING btree ("date");--> statement-breakpoint
CREATE INDEX "trash_search" ON "trash" USING gin ("search" gin_trgm_ops);