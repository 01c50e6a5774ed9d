CREATE TABLE "import_rows" (
	"import" text NOT NULL,
	"row" integer NOT NULL,
	"cells" jsonb NOT NULL,
	"verdict" text,
	"title" text DEFAULT '' NOT NULL,
	"key" text,
	"record" text,
	"was" timestamp (3) with time zone,
	"fields" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"changes" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"notes" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"errors" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"prepared" jsonb,
	CONSTRAINT "import_rows_import_row_pk" PRIMARY KEY("import","row")
);
--> statement-breakpoint
CREATE TABLE "imports" (
	"_id" text PRIMARY KEY NOT NULL,
	"resource" text NOT NULL,
	"scope" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"options" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"created_by" text NOT NULL,
	"address" text NOT NULL,
	"date" timestamp (3) with time zone NOT NULL,
	"name" text NOT NULL,
	"state" text DEFAULT 'mapping' NOT NULL,
	"message" text DEFAULT '' NOT NULL,
	"columns" jsonb NOT NULL,
	"version" integer DEFAULT 0 NOT NULL,
	"total" integer NOT NULL,
	"done" integer DEFAULT 0 NOT NULL,
	"counts" jsonb DEFAULT '{"new":0,"changed":0,"same":0,"refused":0}'::jsonb NOT NULL,
	"changed_fields" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"choice" jsonb,
	"created" integer DEFAULT 0 NOT NULL,
	"changed" integer DEFAULT 0 NOT NULL,
	"batch" text
);
--> statement-breakpoint
ALTER TABLE "import_rows" ADD CONSTRAINT "import_rows_import_imports__id_fk" FOREIGN KEY ("import") REFERENCES "public"."imports"("_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "imports" ADD CONSTRAINT "imports_created_by_users__id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "import_rows_verdict" ON "import_rows" USING btree ("import","verdict","row");--> statement-breakpoint
CREATE INDEX "imports_date" ON "imports" USING btree ("date");--> statement-breakpoint
CREATE INDEX "imports_created_by" ON "imports" USING btree ("created_by");