CREATE TABLE "episodes" (
	"_id" text PRIMARY KEY NOT NULL,
	"status" boolean DEFAULT true NOT NULL,
	"user_create" text DEFAULT '' NOT NULL,
	"user_update" text DEFAULT '' NOT NULL,
	"date_create" timestamp (3) with time zone NOT NULL,
	"date_update" timestamp (3) with time zone NOT NULL,
	"search" text NOT NULL,
	"title" text NOT NULL,
	"title_key" text COLLATE "C" NOT NULL,
	"mail_origin" text NOT NULL,
	"mail_origin_key" text COLLATE "C" NOT NULL,
	"reference" text NOT NULL,
	"reference_key" text COLLATE "C" NOT NULL,
	"view" integer DEFAULT 0 NOT NULL,
	"runtime" integer,
	"mono_audio" boolean NOT NULL,
	"only_english" boolean NOT NULL,
	"has_link_reserved" boolean NOT NULL,
	"content" jsonb NOT NULL,
	"imdb_id" text NOT NULL,
	"rating" double precision,
	"serie_id" text NOT NULL,
	"season" integer NOT NULL,
	"episode" integer NOT NULL,
	"season_key" integer NOT NULL,
	"episode_key" integer NOT NULL,
	"info_key" text COLLATE "C" NOT NULL,
	"year" integer,
	"released" text NOT NULL,
	"synopsis" text NOT NULL,
	"covert_image" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "series" (
	"_id" text PRIMARY KEY NOT NULL,
	"status" boolean DEFAULT true NOT NULL,
	"user_create" text DEFAULT '' NOT NULL,
	"user_update" text DEFAULT '' NOT NULL,
	"date_create" timestamp (3) with time zone NOT NULL,
	"date_update" timestamp (3) with time zone NOT NULL,
	"search" text NOT NULL,
	"title" text NOT NULL,
	"title_key" text COLLATE "C" NOT NULL,
	"mail_origin" text NOT NULL,
	"mail_origin_key" text COLLATE "C" NOT NULL,
	"reference" text NOT NULL,
	"reference_key" text COLLATE "C" NOT NULL,
	"view" integer DEFAULT 0 NOT NULL,
	"year" integer NOT NULL,
	"genres" jsonb NOT NULL,
	"genres_key" text COLLATE "C" NOT NULL,
	"synopsis" text NOT NULL,
	"synopsis_eng" text NOT NULL,
	"covert_image" text NOT NULL,
	"full_image" text NOT NULL,
	"actors" text NOT NULL,
	"categories" jsonb NOT NULL,
	"imdb_id" text NOT NULL,
	"rating" double precision,
	"trailer" text NOT NULL,
	"trailer_provider" text NOT NULL,
	"released" text NOT NULL,
	"rated" text NOT NULL,
	"provider" text NOT NULL,
	"is_dominican" boolean NOT NULL,
	"is_youtube" boolean NOT NULL,
	"seasons" jsonb NOT NULL
);
--> statement-breakpoint
ALTER TABLE "episodes" ADD CONSTRAINT "episodes_serie_id_series__id_fk" FOREIGN KEY ("serie_id") REFERENCES "public"."series"("_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "episodes_season_sort" ON "episodes" USING btree ("serie_id","season_key","_id");--> statement-breakpoint
CREATE UNIQUE INDEX "episodes_once" ON "episodes" USING btree ("serie_id","season_key","title_key","imdb_id");--> statement-breakpoint
CREATE INDEX "series_title_sort" ON "series" USING btree ("title_key","_id");--> statement-breakpoint
CREATE INDEX "series_year_sort" ON "series" USING btree ("year","_id");--> statement-breakpoint
CREATE INDEX "series_genres_sort" ON "series" USING btree ("genres_key","_id");--> statement-breakpoint
CREATE INDEX "series_view_sort" ON "series" USING btree ("view","_id");--> statement-breakpoint
CREATE INDEX "series_mail_origin_sort" ON "series" USING btree ("mail_origin_key","_id");--> statement-breakpoint
CREATE INDEX "series_reference_sort" ON "series" USING btree ("reference_key","_id");--> statement-breakpoint
CREATE INDEX "series_date_update_sort" ON "series" USING btree ("date_update","_id");--> statement-breakpoint
CREATE INDEX "series_date_create_sort" ON "series" USING btree ("date_create","_id");--> statement-breakpoint
CREATE INDEX "series_status_sort" ON "series" USING btree ("status","_id");--> statement-breakpoint
CREATE INDEX "series_search" ON "series" USING gin ("search" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "series_categories" ON "series" USING gin ("categories" jsonb_path_ops);