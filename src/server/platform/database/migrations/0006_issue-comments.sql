CREATE TABLE "issue_comments" (
	"_id" text PRIMARY KEY NOT NULL,
	"number" bigint GENERATED ALWAYS AS IDENTITY (sequence name "issue_comments_number_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"issue" text NOT NULL,
	"text" text NOT NULL,
	"is_answer" boolean NOT NULL,
	"date" timestamp (3) with time zone NOT NULL,
	"user_id" text NOT NULL
);
--> statement-breakpoint
ALTER TABLE "issues" ADD COLUMN "assignee" text;--> statement-breakpoint
ALTER TABLE "issue_comments" ADD CONSTRAINT "issue_comments_issue_issues__id_fk" FOREIGN KEY ("issue") REFERENCES "public"."issues"("_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "issue_comments" ADD CONSTRAINT "issue_comments_user_id_users__id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "issue_comments_issue" ON "issue_comments" USING btree ("issue","number");--> statement-breakpoint
CREATE INDEX "issues_assignee" ON "issues" USING btree ("assignee","date","_id","status","media_type","issue_type") WHERE "issues"."assignee" is not null;