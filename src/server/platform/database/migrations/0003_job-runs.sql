CREATE TABLE "job_runs" (
	"_id" text PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"key" text NOT NULL,
	"user_id" text,
	"resource" text,
	"begun" timestamp (3) with time zone NOT NULL,
	"ended" timestamp (3) with time zone,
	"state" text NOT NULL,
	"slices" integer DEFAULT 0 NOT NULL,
	"done" integer,
	"left" integer,
	"message" text DEFAULT '' NOT NULL
);
--> statement-breakpoint
CREATE TABLE "job_switches" (
	"kind" text PRIMARY KEY NOT NULL,
	"is_on" boolean NOT NULL
);
--> statement-breakpoint
ALTER TABLE "job_runs" ADD CONSTRAINT "job_runs_user_id_users__id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "job_runs_begun_sort" ON "job_runs" USING btree ("begun","_id");--> statement-breakpoint
CREATE INDEX "job_runs_kind" ON "job_runs" USING btree ("kind","key","begun");--> statement-breakpoint
CREATE INDEX "job_runs_user" ON "job_runs" USING btree ("user_id","begun") WHERE "job_runs"."user_id" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "job_runs_open" ON "job_runs" USING btree ("kind","key") WHERE "job_runs"."ended" is null;