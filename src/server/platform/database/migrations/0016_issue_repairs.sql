CREATE TABLE "issue_repairs" (
	"_id" text PRIMARY KEY NOT NULL,
	"number" bigint GENERATED ALWAYS AS IDENTITY (sequence name "issue_repairs_number_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"date" timestamp (3) with time zone NOT NULL,
	"user_id" text NOT NULL,
	"filters" jsonb NOT NULL,
	"count" integer NOT NULL,
	"reopened" integer,
	"undone_by" text,
	"undone_at" timestamp (3) with time zone,
	CONSTRAINT "issue_repairs_number_unique" UNIQUE("number")
);
--> statement-breakpoint
ALTER TABLE "issues" ADD COLUMN "repair_number" bigint;--> statement-breakpoint
CREATE INDEX "issue_repairs_date" ON "issue_repairs" USING btree ("date","_id");--> statement-breakpoint
CREATE INDEX "issues_repair" ON "issues" USING btree ("repair_number") WHERE "issues"."repair_number" is not null;