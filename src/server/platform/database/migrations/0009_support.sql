CREATE TABLE "histories" (
	"_id" text PRIMARY KEY NOT NULL,
	"date" timestamp (3) with time zone NOT NULL,
	"user_id" text NOT NULL,
	"content_id" text NOT NULL,
	"episode_id" text,
	"media_type" text NOT NULL,
	"search" text NOT NULL,
	"user_name" text NOT NULL,
	"title" text NOT NULL,
	"episode" text DEFAULT '' NOT NULL,
	"content_link" text DEFAULT '' NOT NULL,
	"resource" text NOT NULL,
	"genres" jsonb NOT NULL,
	"year" integer
);
--> statement-breakpoint
CREATE TABLE "history_days" (
	"day" date NOT NULL,
	"media_type" text NOT NULL,
	"slot" integer NOT NULL,
	"visits" integer NOT NULL,
	CONSTRAINT "history_days_day_media_type_slot_pk" PRIMARY KEY("day","media_type","slot")
);
--> statement-breakpoint
CREATE TABLE "history_items" (
	"item_id" text NOT NULL,
	"day" date NOT NULL,
	"media_type" text NOT NULL,
	"is_episode" boolean NOT NULL,
	"visits" integer NOT NULL,
	CONSTRAINT "history_items_item_id_day_pk" PRIMARY KEY("item_id","day")
);
--> statement-breakpoint
CREATE TABLE "issue_days" (
	"day" date NOT NULL,
	"media_type" text NOT NULL,
	"issue_type" text NOT NULL,
	"open" integer NOT NULL,
	"fixed" integer NOT NULL,
	CONSTRAINT "issue_days_day_media_type_issue_type_pk" PRIMARY KEY("day","media_type","issue_type")
);
--> statement-breakpoint
CREATE TABLE "issue_groups" (
	"_id" text PRIMARY KEY NOT NULL,
	"media_id" text NOT NULL,
	"media_type" text NOT NULL,
	"issue_type" text NOT NULL,
	"resource" text NOT NULL,
	"parent_id" text,
	"title" text NOT NULL,
	"title_key" text COLLATE "C" NOT NULL,
	"reference" text NOT NULL,
	"search" text NOT NULL,
	"open" integer NOT NULL,
	"fixed" integer NOT NULL,
	"last_date" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "issues" (
	"_id" text PRIMARY KEY NOT NULL,
	"number" bigint GENERATED ALWAYS AS IDENTITY (sequence name "issues_number_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"group_id" text NOT NULL,
	"media_id" text NOT NULL,
	"media_type" text NOT NULL,
	"issue_type" text NOT NULL,
	"status" boolean DEFAULT false NOT NULL,
	"date" timestamp (3) with time zone NOT NULL,
	"day" date NOT NULL,
	"user_id" text NOT NULL,
	"user_update" text DEFAULT '' NOT NULL,
	"date_update" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "channels" ADD COLUMN "view" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "radios" ADD COLUMN "view" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "is_app" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "issues" ADD CONSTRAINT "issues_group_id_issue_groups__id_fk" FOREIGN KEY ("group_id") REFERENCES "public"."issue_groups"("_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "histories_date" ON "histories" USING btree ("date","_id");--> statement-breakpoint
CREATE INDEX "histories_user" ON "histories" USING btree ("user_id","date","_id");--> statement-breakpoint
CREATE INDEX "histories_content" ON "histories" USING btree ("content_id","date","_id","media_type");--> statement-breakpoint
CREATE INDEX "histories_episode" ON "histories" USING btree ("episode_id","date","_id","content_id") WHERE "histories"."episode_id" is not null;--> statement-breakpoint
CREATE INDEX "histories_media_type" ON "histories" USING btree ("media_type","date","_id");--> statement-breakpoint
CREATE INDEX "histories_search" ON "histories" USING gin ("search" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "history_items_day" ON "history_items" USING btree ("day") WHERE not "history_items"."is_episode";--> statement-breakpoint
CREATE UNIQUE INDEX "issue_groups_once" ON "issue_groups" USING btree ("media_id","issue_type");--> statement-breakpoint
CREATE INDEX "issue_groups_open_sort" ON "issue_groups" USING btree ("open","_id");--> statement-breakpoint
CREATE INDEX "issue_groups_last_date_sort" ON "issue_groups" USING btree ("last_date","_id");--> statement-breakpoint
CREATE INDEX "issue_groups_title_sort" ON "issue_groups" USING btree ("title_key","_id");--> statement-breakpoint
CREATE INDEX "issue_groups_search" ON "issue_groups" USING gin ("search" gin_trgm_ops);--> statement-breakpoint
CREATE UNIQUE INDEX "issues_number" ON "issues" USING btree ("number");--> statement-breakpoint
CREATE INDEX "issues_date" ON "issues" USING btree ("date","_id","status","media_type","issue_type");--> statement-breakpoint
CREATE INDEX "issues_status" ON "issues" USING btree ("status","date","_id","media_type","issue_type");--> statement-breakpoint
CREATE INDEX "issues_media_type" ON "issues" USING btree ("media_type","date","_id","status","issue_type");--> statement-breakpoint
CREATE INDEX "issues_issue_type" ON "issues" USING btree ("issue_type","date","_id","status","media_type");--> statement-breakpoint
CREATE INDEX "issues_media" ON "issues" USING btree ("media_id","date","_id","status","issue_type");--> statement-breakpoint
CREATE INDEX "issues_group" ON "issues" USING btree ("group_id","date","_id");--> statement-breakpoint
CREATE INDEX "issues_user" ON "issues" USING btree ("user_id","date");