CREATE TABLE "apk_chunks" (
	"file" text NOT NULL,
	"place" integer NOT NULL,
	"bytes" "bytea" NOT NULL,
	CONSTRAINT "apk_chunks_file_place_pk" PRIMARY KEY("file","place"),
	CONSTRAINT "apk_chunks_bytes" CHECK (octet_length("apk_chunks"."bytes") between 1 and 1048576)
);
--> statement-breakpoint
CREATE TABLE "apk_files" (
	"_id" text PRIMARY KEY NOT NULL,
	"state" text NOT NULL,
	"since" timestamp (3) with time zone NOT NULL,
	"size" bigint DEFAULT 0 NOT NULL,
	"version_code" integer DEFAULT 0 NOT NULL,
	"version_name" text DEFAULT '' NOT NULL,
	"package_name" text DEFAULT '' NOT NULL,
	CONSTRAINT "apk_files_size" CHECK ("apk_files"."size" between 0 and 314572800)
);
--> statement-breakpoint
ALTER TABLE "apk_chunks" ADD CONSTRAINT "apk_chunks_file_apk_files__id_fk" FOREIGN KEY ("file") REFERENCES "public"."apk_files"("_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "apk_files_current" ON "apk_files" USING btree ("state") WHERE "apk_files"."state" = 'current';--> statement-breakpoint
CREATE INDEX "apk_files_since" ON "apk_files" USING btree ("since");--> statement-breakpoint
-- An address that the settings kept for reserved links became whether there are any.
UPDATE "settings" SET "value" = jsonb_set("value", '{linkReserved}', to_jsonb("value"->>'linkReserved' <> '')) WHERE jsonb_typeof("value"->'linkReserved') = 'string';
--> statement-breakpoint
-- Applications are compressed already: trying again costs time alone.
ALTER TABLE "apk_chunks" ALTER COLUMN "bytes" SET STORAGE EXTERNAL;
