CREATE TABLE "channel_import_rows" (
	"import" text NOT NULL,
	"channel" text NOT NULL,
	"written" timestamp (3) with time zone NOT NULL,
	"before" jsonb,
	CONSTRAINT "channel_import_rows_import_channel_pk" PRIMARY KEY("import","channel")
);
--> statement-breakpoint
CREATE TABLE "channel_imports" (
	"_id" text PRIMARY KEY NOT NULL,
	"created_by" text NOT NULL,
	"date" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "guide_channels" (
	"guide" text NOT NULL,
	"epg_id" text NOT NULL,
	"name" text NOT NULL,
	"name_key" text COLLATE "C" NOT NULL,
	"search" text NOT NULL,
	"programmes" jsonb NOT NULL,
	CONSTRAINT "guide_channels_guide_epg_id_pk" PRIMARY KEY("guide","epg_id")
);
--> statement-breakpoint
CREATE TABLE "guide_readings" (
	"guide" text PRIMARY KEY NOT NULL,
	"url" text NOT NULL,
	"read_at" timestamp (3) with time zone NOT NULL,
	"failure" text
);
--> statement-breakpoint
ALTER TABLE "channel_import_rows" ADD CONSTRAINT "channel_import_rows_import_channel_imports__id_fk" FOREIGN KEY ("import") REFERENCES "public"."channel_imports"("_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "channel_imports" ADD CONSTRAINT "channel_imports_created_by_users__id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "guide_channels" ADD CONSTRAINT "guide_channels_guide_channel_guides__id_fk" FOREIGN KEY ("guide") REFERENCES "public"."channel_guides"("_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "guide_readings" ADD CONSTRAINT "guide_readings_guide_channel_guides__id_fk" FOREIGN KEY ("guide") REFERENCES "public"."channel_guides"("_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "channel_imports_date" ON "channel_imports" USING btree ("date");--> statement-breakpoint
CREATE INDEX "guide_channels_name" ON "guide_channels" USING btree ("guide","name_key","epg_id");