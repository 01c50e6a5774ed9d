ALTER TABLE "issue_groups" ADD COLUMN "number" bigint NOT NULL GENERATED ALWAYS AS IDENTITY (sequence name "issue_groups_number_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1);--> statement-breakpoint
ALTER TABLE "issue_groups" ADD CONSTRAINT "issue_groups_number_unique" UNIQUE("number");--> statement-breakpoint
ALTER TABLE "issues" ADD COLUMN "group_number" bigint;--> statement-breakpoint
DROP INDEX "issues_group";--> statement-breakpoint
DROP INDEX "issues_day";--> statement-breakpoint
UPDATE "issues" SET "group_number" = "issue_groups"."number" FROM "issue_groups" WHERE "issue_groups"."_id" = "issues"."group_id";--> statement-breakpoint
ALTER TABLE "issues" DROP COLUMN "group_id";--> statement-breakpoint
ALTER TABLE "issues" ALTER COLUMN "group_number" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "issues" ADD CONSTRAINT "issues_group_number_issue_groups_number_fk" FOREIGN KEY ("group_number") REFERENCES "public"."issue_groups"("number") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "issues_group" ON "issues" USING btree ("group_number","date","_id");--> statement-breakpoint
CREATE INDEX "issues_day" ON "issues" USING btree ("day","status","group_number","date");
