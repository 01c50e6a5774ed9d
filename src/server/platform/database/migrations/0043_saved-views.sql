CREATE TABLE "saved_views" (
	"_id" text PRIMARY KEY NOT NULL,
	"list" text NOT NULL,
	"name" text NOT NULL,
	"name_key" text COLLATE "C" NOT NULL,
	"owner" text,
	"profile" text,
	"filters" jsonb NOT NULL,
	"options" jsonb NOT NULL,
	"sort" text,
	"order" text,
	"limit" integer,
	"columns" jsonb,
	"date_update" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "saved_views_one_owner" CHECK (("saved_views"."owner" is null) <> ("saved_views"."profile" is null))
);
--> statement-breakpoint
ALTER TABLE "saved_views" ADD CONSTRAINT "saved_views_owner_users__id_fk" FOREIGN KEY ("owner") REFERENCES "public"."users"("_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "saved_views" ADD CONSTRAINT "saved_views_profile_profiles__id_fk" FOREIGN KEY ("profile") REFERENCES "public"."profiles"("_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "saved_views_owner" ON "saved_views" USING btree ("owner","list","name_key");--> statement-breakpoint
CREATE UNIQUE INDEX "saved_views_profile" ON "saved_views" USING btree ("profile","list","name_key");