CREATE TABLE "channel_guides" (
	"_id" text PRIMARY KEY NOT NULL,
	"status" boolean DEFAULT true NOT NULL,
	"user_create" text DEFAULT '' NOT NULL,
	"user_update" text DEFAULT '' NOT NULL,
	"date_create" timestamp (3) with time zone NOT NULL,
	"date_update" timestamp (3) with time zone NOT NULL,
	"search" text NOT NULL,
	"name" text NOT NULL,
	"name_key" text COLLATE "C" NOT NULL,
	"url" text NOT NULL,
	"gzip" boolean NOT NULL
);
--> statement-breakpoint
CREATE TABLE "channel_lists" (
	"_id" text PRIMARY KEY NOT NULL,
	"status" boolean DEFAULT true NOT NULL,
	"user_create" text DEFAULT '' NOT NULL,
	"user_update" text DEFAULT '' NOT NULL,
	"date_create" timestamp (3) with time zone NOT NULL,
	"date_update" timestamp (3) with time zone NOT NULL,
	"search" text NOT NULL,
	"title" text NOT NULL,
	"title_key" text COLLATE "C" NOT NULL,
	"link" text NOT NULL,
	"guide_link" text NOT NULL,
	"is_adult" boolean NOT NULL,
	"children" boolean NOT NULL
);
--> statement-breakpoint
CREATE TABLE "channels" (
	"_id" text PRIMARY KEY NOT NULL,
	"status" boolean DEFAULT true NOT NULL,
	"user_create" text DEFAULT '' NOT NULL,
	"user_update" text DEFAULT '' NOT NULL,
	"date_create" timestamp (3) with time zone NOT NULL,
	"date_update" timestamp (3) with time zone NOT NULL,
	"search" text NOT NULL,
	"number" integer NOT NULL,
	"title" text NOT NULL,
	"title_key" text COLLATE "C" NOT NULL,
	"category" text NOT NULL,
	"category_key" text COLLATE "C" NOT NULL,
	"image" text NOT NULL,
	"flag" text NOT NULL,
	"link_internal" text NOT NULL,
	"link" text NOT NULL,
	"channel_guide" text,
	"epg_id" text NOT NULL,
	"is_adult" boolean NOT NULL,
	"children" boolean NOT NULL
);
--> statement-breakpoint
CREATE TABLE "discoveries" (
	"_id" text PRIMARY KEY NOT NULL,
	"status" boolean DEFAULT true NOT NULL,
	"user_create" text DEFAULT '' NOT NULL,
	"user_update" text DEFAULT '' NOT NULL,
	"date_create" timestamp (3) with time zone NOT NULL,
	"date_update" timestamp (3) with time zone NOT NULL,
	"search" text NOT NULL,
	"title" text NOT NULL,
	"title_key" text COLLATE "C" NOT NULL,
	"year" integer,
	"runtime" integer,
	"genres" jsonb NOT NULL,
	"genres_key" text COLLATE "C" NOT NULL,
	"synopsis" text NOT NULL,
	"synopsis_eng" text NOT NULL,
	"covert_image" text NOT NULL,
	"full_image" text NOT NULL,
	"actors" text NOT NULL,
	"categories" jsonb NOT NULL,
	"mail_origin" text NOT NULL,
	"mail_origin_key" text COLLATE "C" NOT NULL,
	"reference" text NOT NULL,
	"reference_key" text COLLATE "C" NOT NULL,
	"mono_audio" boolean NOT NULL,
	"only_english" boolean NOT NULL,
	"children" boolean NOT NULL,
	"has_link_reserved" boolean NOT NULL,
	"view" integer DEFAULT 0 NOT NULL,
	"content" jsonb NOT NULL,
	"media_type" text NOT NULL,
	"released" text NOT NULL,
	"rating" double precision,
	"imdb_id" text NOT NULL,
	"is_dominican" boolean NOT NULL,
	"is_youtube" boolean NOT NULL
);
--> statement-breakpoint
CREATE TABLE "documentaries" (
	"_id" text PRIMARY KEY NOT NULL,
	"status" boolean DEFAULT true NOT NULL,
	"user_create" text DEFAULT '' NOT NULL,
	"user_update" text DEFAULT '' NOT NULL,
	"date_create" timestamp (3) with time zone NOT NULL,
	"date_update" timestamp (3) with time zone NOT NULL,
	"search" text NOT NULL,
	"title" text NOT NULL,
	"title_key" text COLLATE "C" NOT NULL,
	"year" integer NOT NULL,
	"runtime" integer,
	"genres" jsonb NOT NULL,
	"genres_key" text COLLATE "C" NOT NULL,
	"synopsis" text NOT NULL,
	"synopsis_eng" text NOT NULL,
	"covert_image" text NOT NULL,
	"full_image" text NOT NULL,
	"actors" text NOT NULL,
	"categories" jsonb NOT NULL,
	"mail_origin" text NOT NULL,
	"mail_origin_key" text COLLATE "C" NOT NULL,
	"reference" text NOT NULL,
	"reference_key" text COLLATE "C" NOT NULL,
	"mono_audio" boolean NOT NULL,
	"only_english" boolean NOT NULL,
	"children" boolean NOT NULL,
	"has_link_reserved" boolean NOT NULL,
	"view" integer DEFAULT 0 NOT NULL,
	"content" jsonb NOT NULL,
	"released" text NOT NULL,
	"rated" text NOT NULL,
	"trailer" text NOT NULL,
	"trailer_provider" text NOT NULL,
	"is_dominican" boolean NOT NULL,
	"is_youtube" boolean NOT NULL
);
--> statement-breakpoint
CREATE TABLE "musics" (
	"_id" text PRIMARY KEY NOT NULL,
	"status" boolean DEFAULT true NOT NULL,
	"user_create" text DEFAULT '' NOT NULL,
	"user_update" text DEFAULT '' NOT NULL,
	"date_create" timestamp (3) with time zone NOT NULL,
	"date_update" timestamp (3) with time zone NOT NULL,
	"search" text NOT NULL,
	"title" text NOT NULL,
	"title_key" text COLLATE "C" NOT NULL,
	"year" integer NOT NULL,
	"runtime" integer,
	"genres" jsonb NOT NULL,
	"genres_key" text COLLATE "C" NOT NULL,
	"synopsis" text NOT NULL,
	"synopsis_eng" text NOT NULL,
	"covert_image" text NOT NULL,
	"full_image" text NOT NULL,
	"actors" text NOT NULL,
	"categories" jsonb NOT NULL,
	"mail_origin" text NOT NULL,
	"mail_origin_key" text COLLATE "C" NOT NULL,
	"reference" text NOT NULL,
	"reference_key" text COLLATE "C" NOT NULL,
	"mono_audio" boolean NOT NULL,
	"only_english" boolean NOT NULL,
	"children" boolean NOT NULL,
	"has_link_reserved" boolean NOT NULL,
	"view" integer DEFAULT 0 NOT NULL,
	"content" jsonb NOT NULL,
	"adult_only" boolean NOT NULL,
	"is_youtube" boolean NOT NULL
);
--> statement-breakpoint
CREATE TABLE "radios" (
	"_id" text PRIMARY KEY NOT NULL,
	"status" boolean DEFAULT true NOT NULL,
	"user_create" text DEFAULT '' NOT NULL,
	"user_update" text DEFAULT '' NOT NULL,
	"date_create" timestamp (3) with time zone NOT NULL,
	"date_update" timestamp (3) with time zone NOT NULL,
	"search" text NOT NULL,
	"number" integer NOT NULL,
	"title" text NOT NULL,
	"title_key" text COLLATE "C" NOT NULL,
	"category" text NOT NULL,
	"category_key" text COLLATE "C" NOT NULL,
	"link" text NOT NULL,
	"image" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sports" (
	"_id" text PRIMARY KEY NOT NULL,
	"status" boolean DEFAULT true NOT NULL,
	"user_create" text DEFAULT '' NOT NULL,
	"user_update" text DEFAULT '' NOT NULL,
	"date_create" timestamp (3) with time zone NOT NULL,
	"date_update" timestamp (3) with time zone NOT NULL,
	"search" text NOT NULL,
	"title" text NOT NULL,
	"title_key" text COLLATE "C" NOT NULL,
	"year" integer NOT NULL,
	"runtime" integer,
	"genres" jsonb NOT NULL,
	"genres_key" text COLLATE "C" NOT NULL,
	"synopsis" text NOT NULL,
	"synopsis_eng" text NOT NULL,
	"covert_image" text NOT NULL,
	"full_image" text NOT NULL,
	"actors" text NOT NULL,
	"categories" jsonb NOT NULL,
	"mail_origin" text NOT NULL,
	"mail_origin_key" text COLLATE "C" NOT NULL,
	"reference" text NOT NULL,
	"reference_key" text COLLATE "C" NOT NULL,
	"mono_audio" boolean NOT NULL,
	"only_english" boolean NOT NULL,
	"children" boolean NOT NULL,
	"has_link_reserved" boolean NOT NULL,
	"view" integer DEFAULT 0 NOT NULL,
	"content" jsonb NOT NULL,
	"released" text NOT NULL,
	"trailer" text NOT NULL,
	"adult_only" boolean NOT NULL
);
--> statement-breakpoint
ALTER TABLE "channels" ADD CONSTRAINT "channels_channel_guide_channel_guides__id_fk" FOREIGN KEY ("channel_guide") REFERENCES "public"."channel_guides"("_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "channel_guides_name_sort" ON "channel_guides" USING btree ("name_key","_id");--> statement-breakpoint
CREATE INDEX "channel_guides_gzip_sort" ON "channel_guides" USING btree ("gzip","_id");--> statement-breakpoint
CREATE INDEX "channel_guides_status_sort" ON "channel_guides" USING btree ("status","_id");--> statement-breakpoint
CREATE INDEX "channel_guides_date_update_sort" ON "channel_guides" USING btree ("date_update","_id");--> statement-breakpoint
CREATE INDEX "channel_guides_search" ON "channel_guides" USING gin ("search" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "channel_lists_title_sort" ON "channel_lists" USING btree ("title_key","_id");--> statement-breakpoint
CREATE INDEX "channel_lists_status_sort" ON "channel_lists" USING btree ("status","_id");--> statement-breakpoint
CREATE INDEX "channel_lists_date_update_sort" ON "channel_lists" USING btree ("date_update","_id");--> statement-breakpoint
CREATE INDEX "channel_lists_search" ON "channel_lists" USING gin ("search" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "channels_number_sort" ON "channels" USING btree ("number","_id");--> statement-breakpoint
CREATE INDEX "channels_title_sort" ON "channels" USING btree ("title_key","_id");--> statement-breakpoint
CREATE INDEX "channels_category_sort" ON "channels" USING btree ("category_key","_id");--> statement-breakpoint
CREATE INDEX "channels_status_sort" ON "channels" USING btree ("status","_id");--> statement-breakpoint
CREATE INDEX "channels_date_update_sort" ON "channels" USING btree ("date_update","_id");--> statement-breakpoint
CREATE INDEX "channels_search" ON "channels" USING gin ("search" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "channels_guide" ON "channels" USING btree ("channel_guide");--> statement-breakpoint
CREATE INDEX "discoveries_title_sort" ON "discoveries" USING btree ("title_key","_id");--> statement-breakpoint
CREATE INDEX "discoveries_year_sort" ON "discoveries" USING btree ("year","_id");--> statement-breakpoint
CREATE INDEX "discoveries_genres_sort" ON "discoveries" USING btree ("genres_key","_id");--> statement-breakpoint
CREATE INDEX "discoveries_view_sort" ON "discoveries" USING btree ("view","_id");--> statement-breakpoint
CREATE INDEX "discoveries_mail_origin_sort" ON "discoveries" USING btree ("mail_origin_key","_id");--> statement-breakpoint
CREATE INDEX "discoveries_reference_sort" ON "discoveries" USING btree ("reference_key","_id");--> statement-breakpoint
CREATE INDEX "discoveries_date_update_sort" ON "discoveries" USING btree ("date_update","_id");--> statement-breakpoint
CREATE INDEX "discoveries_date_create_sort" ON "discoveries" USING btree ("date_create","_id");--> statement-breakpoint
CREATE INDEX "discoveries_has_link_reserved_sort" ON "discoveries" USING btree ("has_link_reserved","_id");--> statement-breakpoint
CREATE INDEX "discoveries_status_sort" ON "discoveries" USING btree ("status","_id");--> statement-breakpoint
CREATE INDEX "discoveries_search" ON "discoveries" USING gin ("search" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "discoveries_categories" ON "discoveries" USING gin ("categories" jsonb_path_ops);--> statement-breakpoint
CREATE INDEX "documentaries_title_sort" ON "documentaries" USING btree ("title_key","_id");--> statement-breakpoint
CREATE INDEX "documentaries_year_sort" ON "documentaries" USING btree ("year","_id");--> statement-breakpoint
CREATE INDEX "documentaries_genres_sort" ON "documentaries" USING btree ("genres_key","_id");--> statement-breakpoint
CREATE INDEX "documentaries_view_sort" ON "documentaries" USING btree ("view","_id");--> statement-breakpoint
CREATE INDEX "documentaries_mail_origin_sort" ON "documentaries" USING btree ("mail_origin_key","_id");--> statement-breakpoint
CREATE INDEX "documentaries_reference_sort" ON "documentaries" USING btree ("reference_key","_id");--> statement-breakpoint
CREATE INDEX "documentaries_date_update_sort" ON "documentaries" USING btree ("date_update","_id");--> statement-breakpoint
CREATE INDEX "documentaries_date_create_sort" ON "documentaries" USING btree ("date_create","_id");--> statement-breakpoint
CREATE INDEX "documentaries_has_link_reserved_sort" ON "documentaries" USING btree ("has_link_reserved","_id");--> statement-breakpoint
CREATE INDEX "documentaries_status_sort" ON "documentaries" USING btree ("status","_id");--> statement-breakpoint
CREATE INDEX "documentaries_search" ON "documentaries" USING gin ("search" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "documentaries_categories" ON "documentaries" USING gin ("categories" jsonb_path_ops);--> statement-breakpoint
CREATE INDEX "musics_title_sort" ON "musics" USING btree ("title_key","_id");--> statement-breakpoint
CREATE INDEX "musics_year_sort" ON "musics" USING btree ("year","_id");--> statement-breakpoint
CREATE INDEX "musics_genres_sort" ON "musics" USING btree ("genres_key","_id");--> statement-breakpoint
CREATE INDEX "musics_view_sort" ON "musics" USING btree ("view","_id");--> statement-breakpoint
CREATE INDEX "musics_mail_origin_sort" ON "musics" USING btree ("mail_origin_key","_id");--> statement-breakpoint
CREATE INDEX "musics_reference_sort" ON "musics" USING btree ("reference_key","_id");--> statement-breakpoint
CREATE INDEX "musics_date_update_sort" ON "musics" USING btree ("date_update","_id");--> statement-breakpoint
CREATE INDEX "musics_date_create_sort" ON "musics" USING btree ("date_create","_id");--> statement-breakpoint
CREATE INDEX "musics_has_link_reserved_sort" ON "musics" USING btree ("has_link_reserved","_id");--> statement-breakpoint
CREATE INDEX "musics_status_sort" ON "musics" USING btree ("status","_id");--> statement-breakpoint
CREATE INDEX "musics_search" ON "musics" USING gin ("search" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "musics_categories" ON "musics" USING gin ("categories" jsonb_path_ops);--> statement-breakpoint
CREATE INDEX "radios_number_sort" ON "radios" USING btree ("number","_id");--> statement-breakpoint
CREATE INDEX "radios_title_sort" ON "radios" USING btree ("title_key","_id");--> statement-breakpoint
CREATE INDEX "radios_category_sort" ON "radios" USING btree ("category_key","_id");--> statement-breakpoint
CREATE INDEX "radios_status_sort" ON "radios" USING btree ("status","_id");--> statement-breakpoint
CREATE INDEX "radios_date_update_sort" ON "radios" USING btree ("date_update","_id");--> statement-breakpoint
CREATE INDEX "radios_search" ON "radios" USING gin ("search" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "sports_title_sort" ON "sports" USING btree ("title_key","_id");--> statement-breakpoint
CREATE INDEX "sports_year_sort" ON "sports" USING btree ("year","_id");--> statement-breakpoint
CREATE INDEX "sports_genres_sort" ON "sports" USING btree ("genres_key","_id");--> statement-breakpoint
CREATE INDEX "sports_view_sort" ON "sports" USING btree ("view","_id");--> statement-breakpoint
CREATE INDEX "sports_mail_origin_sort" ON "sports" USING btree ("mail_origin_key","_id");--> statement-breakpoint
CREATE INDEX "sports_reference_sort" ON "sports" USING btree ("reference_key","_id");--> statement-breakpoint
CREATE INDEX "sports_date_update_sort" ON "sports" USING btree ("date_update","_id");--> statement-breakpoint
CREATE INDEX "sports_date_create_sort" ON "sports" USING btree ("date_create","_id");--> statement-breakpoint
CREATE INDEX "sports_has_link_reserved_sort" ON "sports" USING btree ("has_link_reserved","_id");--> statement-breakpoint
CREATE INDEX "sports_status_sort" ON "sports" USING btree ("status","_id");--> statement-breakpoint
CREATE INDEX "sports_search" ON "sports" USING gin ("search" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "sports_categories" ON "sports" USING gin ("categories" jsonb_path_ops);