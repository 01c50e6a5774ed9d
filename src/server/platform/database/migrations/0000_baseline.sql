-- ## Text: normalised for search and sorting
-- For substring search in the `search` columns.
CREATE EXTENSION IF NOT EXISTS pg_trgm;
--> statement-breakpoint
-- Search key: lower case, without diacritics, single spaces. Must equal the application's `fold`.
CREATE FUNCTION fold_text(value text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT btrim(regexp_replace(
    CASE
      WHEN octet_length(value) = char_length(value) THEN lower(value COLLATE "C")
      ELSE regexp_replace(normalize(lower(value COLLATE "und-x-icu"), NFD), '[\u0300-\u036f\u0483-\u0489\u0591-\u05bd\u05bf\u05c1-\u05c2\u05c4-\u05c5\u05c7\u0610-\u061a\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e4\u06e7-\u06e8\u06ea-\u06ed\u0711\u0730-\u074a\u07a6-\u07b0\u07eb-\u07f3\u07fd\u0816-\u0819\u081b-\u0823\u0825-\u0827\u0829-\u082d\u0859-\u085b\u0897-\u089f\u08ca-\u08e1\u08e3-\u0903\u093a-\u093c\u093e-\u094f\u0951-\u0957\u0962-\u0963\u0981-\u0983\u09bc\u09be-\u09c4\u09c7-\u09c8\u09cb-\u09cd\u09d7\u09e2-\u09e3\u09fe\u0a01-\u0a03\u0a3c\u0a3e-\u0a42\u0a47-\u0a48\u0a4b-\u0a4d\u0a51\u0a70-\u0a71\u0a75\u0a81-\u0a83\u0abc\u0abe-\u0ac5\u0ac7-\u0ac9\u0acb-\u0acd\u0ae2-\u0ae3\u0afa-\u0aff\u0b01-\u0b03\u0b3c\u0b3e-\u0b44\u0b47-\u0b48\u0b4b-\u0b4d\u0b55-\u0b57\u0b62-\u0b63\u0b82\u0bbe-\u0bc2\u0bc6-\u0bc8\u0bca-\u0bcd\u0bd7\u0c00-\u0c04\u0c3c\u0c3e-\u0c44\u0c46-\u0c48\u0c4a-\u0c4d\u0c55-\u0c56\u0c62-\u0c63\u0c81-\u0c83\u0cbc\u0cbe-\u0cc4\u0cc6-\u0cc8\u0cca-\u0ccd\u0cd5-\u0cd6\u0ce2-\u0ce3\u0cf3\u0d00-\u0d03\u0d3b-\u0d3c\u0d3e-\u0d44\u0d46-\u0d48\u0d4a-\u0d4d\u0d57\u0d62-\u0d63\u0d81-\u0d83\u0dca\u0dcf-\u0dd4\u0dd6\u0dd8-\u0ddf\u0df2-\u0df3\u0e31\u0e34-\u0e3a\u0e47-\u0e4e\u0eb1\u0eb4-\u0ebc\u0ec8-\u0ece\u0f18-\u0f19\u0f35\u0f37\u0f39\u0f3e-\u0f3f\u0f71-\u0f84\u0f86-\u0f87\u0f8d-\u0f97\u0f99-\u0fbc\u0fc6\u102b-\u103e\u1056-\u1059\u105e-\u1060\u1062-\u1064\u1067-\u106d\u1071-\u1074\u1082-\u108d\u108f\u109a-\u109d\u135d-\u135f\u1712-\u1715\u1732-\u1734\u1752-\u1753\u1772-\u1773\u17b4-\u17d3\u17dd\u180b-\u180d\u180f\u1885-\u1886\u18a9\u1920-\u192b\u1930-\u193b\u1a17-\u1a1b\u1a55-\u1a5e\u1a60-\u1a7c\u1a7f\u1ab0-\u1add\u1ae0-\u1aeb\u1b00-\u1b04\u1b34-\u1b44\u1b6b-\u1b73\u1b80-\u1b82\u1ba1-\u1bad\u1be6-\u1bf3\u1c24-\u1c37\u1cd0-\u1cd2\u1cd4-\u1ce8\u1ced\u1cf4\u1cf7-\u1cf9\u1dc0-\u1dff\u20d0-\u20f0\u2cef-\u2cf1\u2d7f\u2de0-\u2dff\u302a-\u302f\u3099-\u309a\ua66f-\ua672\ua674-\ua67d\ua69e-\ua69f\ua6f0-\ua6f1\ua802\ua806\ua80b\ua823-\ua827\ua82c\ua880-\ua881\ua8b4-\ua8c5\ua8e0-\ua8f1\ua8ff\ua926-\ua92d\ua947-\ua953\ua980-\ua983\ua9b3-\ua9c0\ua9e5\uaa29-\uaa36\uaa43\uaa4c-\uaa4d\uaa7b-\uaa7d\uaab0\uaab2-\uaab4\uaab7-\uaab8\uaabe-\uaabf\uaac1\uaaeb-\uaaef\uaaf5-\uaaf6\uabe3-\uabea\uabec-\uabed\ufb1e\ufe00-\ufe0f\ufe20-\ufe2f\U000101fd\U000102e0\U00010376-\U0001037a\U00010a01-\U00010a03\U00010a05-\U00010a06\U00010a0c-\U00010a0f\U00010a38-\U00010a3a\U00010a3f\U00010ae5-\U00010ae6\U00010d24-\U00010d27\U00010d69-\U00010d6d\U00010eab-\U00010eac\U00010efa-\U00010eff\U00010f46-\U00010f50\U00010f82-\U00010f85\U00011000-\U00011002\U00011038-\U00011046\U00011070\U00011073-\U00011074\U0001107f-\U00011082\U000110b0-\U000110ba\U000110c2\U00011100-\U00011102\U00011127-\U00011134\U00011145-\U00011146\U00011173\U00011180-\U00011182\U000111b3-\U000111c0\U000111c9-\U000111cc\U000111ce-\U000111cf\U0001122c-\U00011237\U0001123e\U00011241\U000112df-\U000112ea\U00011300-\U00011303\U0001133b-\U0001133c\U0001133e-\U00011344\U00011347-\U00011348\U0001134b-\U0001134d\U00011357\U00011362-\U00011363\U00011366-\U0001136c\U00011370-\U00011374\U000113b8-\U000113c0\U000113c2\U000113c5\U000113c7-\U000113ca\U000113cc-\U000113d0\U000113d2\U000113e1-\U000113e2\U00011435-\U00011446\U0001145e\U000114b0-\U000114c3\U000115af-\U000115b5\U000115b8-\U000115c0\U000115dc-\U000115dd\U00011630-\U00011640\U000116ab-\U000116b7\U0001171d-\U0001172b\U0001182c-\U0001183a\U00011930-\U00011935\U00011937-\U00011938\U0001193b-\U0001193e\U00011940\U00011942-\U00011943\U000119d1-\U000119d7\U000119da-\U000119e0\U000119e4\U00011a01-\U00011a0a\U00011a33-\U00011a39\U00011a3b-\U00011a3e\U00011a47\U00011a51-\U00011a5b\U00011a8a-\U00011a99\U00011b60-\U00011b67\U00011c2f-\U00011c36\U00011c38-\U00011c3f\U00011c92-\U00011ca7\U00011ca9-\U00011cb6\U00011d31-\U00011d36\U00011d3a\U00011d3c-\U00011d3d\U00011d3f-\U00011d45\U00011d47\U00011d8a-\U00011d8e\U00011d90-\U00011d91\U00011d93-\U00011d97\U00011ef3-\U00011ef6\U00011f00-\U00011f01\U00011f03\U00011f34-\U00011f3a\U00011f3e-\U00011f42\U00011f5a\U00013440\U00013447-\U00013455\U0001611e-\U0001612f\U00016af0-\U00016af4\U00016b30-\U00016b36\U00016f4f\U00016f51-\U00016f87\U00016f8f-\U00016f92\U00016fe4\U00016ff0-\U00016ff1\U0001bc9d-\U0001bc9e\U0001cf00-\U0001cf2d\U0001cf30-\U0001cf46\U0001d165-\U0001d169\U0001d16d-\U0001d172\U0001d17b-\U0001d182\U0001d185-\U0001d18b\U0001d1aa-\U0001d1ad\U0001d242-\U0001d244\U0001da00-\U0001da36\U0001da3b-\U0001da6c\U0001da75\U0001da84\U0001da9b-\U0001da9f\U0001daa1-\U0001daaf\U0001e000-\U0001e006\U0001e008-\U0001e018\U0001e01b-\U0001e021\U0001e023-\U0001e024\U0001e026-\U0001e02a\U0001e08f\U0001e130-\U0001e136\U0001e2ae\U0001e2ec-\U0001e2ef\U0001e4ec-\U0001e4ef\U0001e5ee-\U0001e5ef\U0001e6e3\U0001e6e6\U0001e6ee-\U0001e6ef\U0001e6f5\U0001e8d0-\U0001e8d6\U0001e944-\U0001e94a\U000e0100-\U000e01ef]+', '', 'g') COLLATE "C"
    END,
    '[ \u0009-\u000d\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff]{2,}|[\u0009-\u000d\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff]', ' ', 'g'))
$$;
--> statement-breakpoint
-- Sort key of texts. Must equal the application's `sortKey`.
CREATE FUNCTION sort_key(value text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT left(public.fold_text(value), 150)
$$;
--> statement-breakpoint
-- Search text of a value: letters and digits of other forms become plain ones, as ᴴᴰ. Must equal the application's `searchForm`.
CREATE FUNCTION search_form(value text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT public.fold_text(normalize(value, NFKC))
$$;
--> statement-breakpoint
-- ## Tables, with their indexes
CREATE SEQUENCE "public"."license_transactions_posting" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1;
--> statement-breakpoint
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
CREATE UNIQUE INDEX "apk_files_current" ON "apk_files" USING btree ("state") WHERE "apk_files"."state" = 'current';
--> statement-breakpoint
CREATE INDEX "apk_files_since" ON "apk_files" USING btree ("since");
--> statement-breakpoint
CREATE TABLE "audit_entries" (
	"_id" text NOT NULL,
	"date" timestamp (3) with time zone NOT NULL,
	"action" text NOT NULL,
	"resource" text NOT NULL,
	"record" text,
	"user_id" text,
	"changes" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"batch" text,
	CONSTRAINT "audit_entries_pkey" PRIMARY KEY("_id","date")
) PARTITION BY RANGE ("date");
--> statement-breakpoint
CREATE INDEX "audit_entries_date" ON "audit_entries" USING btree ("date","_id");
--> statement-breakpoint
CREATE INDEX "audit_entries_record" ON "audit_entries" USING btree ("record","date","_id");
--> statement-breakpoint
CREATE INDEX "audit_entries_user" ON "audit_entries" USING btree ("user_id","date","_id");
--> statement-breakpoint
CREATE INDEX "audit_entries_action" ON "audit_entries" USING btree ("action","date","_id");
--> statement-breakpoint
CREATE INDEX "audit_entries_resource" ON "audit_entries" USING btree ("resource","date","_id");
--> statement-breakpoint
CREATE INDEX "audit_entries_batch" ON "audit_entries" USING btree ("batch","date","_id") WHERE "audit_entries"."batch" is not null;
--> statement-breakpoint
CREATE TABLE "audit_personal" (
	"_id" text NOT NULL,
	"date" timestamp (3) with time zone NOT NULL,
	"author" text,
	"subject" text,
	"record_name" text DEFAULT '' NOT NULL,
	"user_name" text DEFAULT '' NOT NULL,
	"address" text DEFAULT '' NOT NULL,
	"changes" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"search" text NOT NULL,
	CONSTRAINT "audit_personal_pkey" PRIMARY KEY("_id","date")
) PARTITION BY RANGE ("date");
--> statement-breakpoint
CREATE INDEX "audit_personal_author" ON "audit_personal" USING btree ("author") WHERE "audit_personal"."author" is not null;
--> statement-breakpoint
CREATE INDEX "audit_personal_subject" ON "audit_personal" USING btree ("subject") WHERE "audit_personal"."subject" is not null;
--> statement-breakpoint
CREATE INDEX "audit_personal_search" ON "audit_personal" USING gin ("search" gin_trgm_ops);
--> statement-breakpoint
CREATE TABLE "batch_records" (
	"batch" text NOT NULL,
	"record" text NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"message" text DEFAULT '' NOT NULL,
	"before" jsonb,
	"was" timestamp (3) with time zone,
	"written" timestamp (3) with time zone,
	CONSTRAINT "batch_records_batch_record_pk" PRIMARY KEY("batch","record")
);
--> statement-breakpoint
CREATE INDEX "batch_records_waiting" ON "batch_records" USING btree ("batch","record") WHERE "batch_records"."state" = 'waiting';
--> statement-breakpoint
CREATE INDEX "batch_records_done" ON "batch_records" USING btree ("record") WHERE "batch_records"."state" = 'done';
--> statement-breakpoint
CREATE TABLE "batches" (
	"_id" text PRIMARY KEY NOT NULL,
	"resource" text NOT NULL,
	"action" text NOT NULL,
	"changes" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"created_by" text NOT NULL,
	"address" text NOT NULL,
	"date" timestamp (3) with time zone NOT NULL,
	"state" text DEFAULT 'running' NOT NULL,
	"message" text DEFAULT '' NOT NULL,
	"total" integer DEFAULT 0 NOT NULL,
	"done" integer DEFAULT 0 NOT NULL,
	"changed" integer DEFAULT 0 NOT NULL,
	"refused" integer DEFAULT 0 NOT NULL,
	"undoes" text
);
--> statement-breakpoint
CREATE INDEX "batches_date" ON "batches" USING btree ("date");
--> statement-breakpoint
CREATE INDEX "batches_running" ON "batches" USING btree ("created_by") WHERE "batches"."state" = 'running';
--> statement-breakpoint
CREATE INDEX "batches_undoes" ON "batches" USING btree ("undoes") WHERE "batches"."undoes" is not null;
--> statement-breakpoint
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
	"url_key" text COLLATE "C" GENERATED ALWAYS AS (sort_key("url")) STORED,
	"gzip" boolean NOT NULL
);
--> statement-breakpoint
CREATE INDEX "channel_guides_name_sort" ON "channel_guides" USING btree ("name_key","_id");
--> statement-breakpoint
CREATE INDEX "channel_guides_url_sort" ON "channel_guides" USING btree ("url_key","_id");
--> statement-breakpoint
CREATE INDEX "channel_guides_gzip_sort" ON "channel_guides" USING btree ("gzip","_id");
--> statement-breakpoint
CREATE INDEX "channel_guides_status_sort" ON "channel_guides" USING btree ("status","_id");
--> statement-breakpoint
CREATE INDEX "channel_guides_date_update_sort" ON "channel_guides" USING btree ("date_update","_id");
--> statement-breakpoint
CREATE INDEX "channel_guides_search" ON "channel_guides" USING gin ("search" gin_trgm_ops,search_form("name_key") gin_trgm_ops);
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
	"link_key" text COLLATE "C" GENERATED ALWAYS AS (sort_key("link")) STORED,
	"guide_link" text NOT NULL,
	"is_adult" boolean NOT NULL,
	"children" boolean NOT NULL
);
--> statement-breakpoint
CREATE INDEX "channel_lists_title_sort" ON "channel_lists" USING btree ("title_key","_id");
--> statement-breakpoint
CREATE INDEX "channel_lists_link_sort" ON "channel_lists" USING btree ("link_key","_id");
--> statement-breakpoint
CREATE INDEX "channel_lists_is_adult_sort" ON "channel_lists" USING btree ("is_adult","_id");
--> statement-breakpoint
CREATE INDEX "channel_lists_status_sort" ON "channel_lists" USING btree ("status","_id");
--> statement-breakpoint
CREATE INDEX "channel_lists_date_update_sort" ON "channel_lists" USING btree ("date_update","_id");
--> statement-breakpoint
CREATE INDEX "channel_lists_search" ON "channel_lists" USING gin ("search" gin_trgm_ops,search_form("title_key") gin_trgm_ops);
--> statement-breakpoint
CREATE TABLE "channels" (
	"_id" text PRIMARY KEY NOT NULL,
	"status" boolean DEFAULT true NOT NULL,
	"user_create" text DEFAULT '' NOT NULL,
	"user_update" text DEFAULT '' NOT NULL,
	"date_create" timestamp (3) with time zone NOT NULL,
	"date_update" timestamp (3) with time zone NOT NULL,
	"search" text NOT NULL,
	"date_publish" timestamp (3) with time zone,
	"date_unpublish" timestamp (3) with time zone,
	"publication_due" timestamp (3) with time zone,
	"publication_blocked" text,
	"number" integer NOT NULL,
	"title" text NOT NULL,
	"title_key" text COLLATE "C" NOT NULL,
	"category" text NOT NULL,
	"category_key" text COLLATE "C" NOT NULL,
	"link" text NOT NULL,
	"image" text NOT NULL,
	"view" integer DEFAULT 0 NOT NULL,
	"flag" text NOT NULL,
	"link_internal" text NOT NULL,
	"channel_guide" text,
	"epg_id" text NOT NULL,
	"epg_id_key" text COLLATE "C" GENERATED ALWAYS AS (sort_key("epg_id")) STORED,
	"is_adult" boolean NOT NULL,
	"children" boolean NOT NULL
);
--> statement-breakpoint
CREATE INDEX "channels_number_sort" ON "channels" USING btree ("number","_id");
--> statement-breakpoint
CREATE INDEX "channels_title_sort" ON "channels" USING btree ("title_key","_id");
--> statement-breakpoint
CREATE INDEX "channels_category_sort" ON "channels" USING btree ("category_key","_id");
--> statement-breakpoint
CREATE INDEX "channels_status_sort" ON "channels" USING btree ("status","_id");
--> statement-breakpoint
CREATE INDEX "channels_date_update_sort" ON "channels" USING btree ("date_update","_id");
--> statement-breakpoint
CREATE INDEX "channels_search" ON "channels" USING gin ("search" gin_trgm_ops,search_form("title_key") gin_trgm_ops);
--> statement-breakpoint
CREATE INDEX "channels_publication_due" ON "channels" USING btree ("publication_due") WHERE "channels"."publication_due" is not null;
--> statement-breakpoint
CREATE INDEX "channels_publication_blocked" ON "channels" USING btree ("date_update","_id") WHERE "channels"."publication_blocked" is not null;
--> statement-breakpoint
CREATE INDEX "channels_epg_id_sort" ON "channels" USING btree ("epg_id_key","_id");
--> statement-breakpoint
CREATE INDEX "channels_is_adult_sort" ON "channels" USING btree ("is_adult","_id");
--> statement-breakpoint
CREATE INDEX "channels_guide" ON "channels" USING btree ("channel_guide");
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
CREATE INDEX "guide_channels_name" ON "guide_channels" USING btree ("guide","name_key","epg_id");
--> statement-breakpoint
CREATE TABLE "guide_readings" (
	"guide" text PRIMARY KEY NOT NULL,
	"url" text NOT NULL,
	"read_at" timestamp (3) with time zone NOT NULL,
	"failure" text
);
--> statement-breakpoint
CREATE TABLE "categories" (
	"_id" text PRIMARY KEY NOT NULL,
	"status" boolean DEFAULT true NOT NULL,
	"user_create" text DEFAULT '' NOT NULL,
	"user_update" text DEFAULT '' NOT NULL,
	"date_create" timestamp (3) with time zone NOT NULL,
	"date_update" timestamp (3) with time zone NOT NULL,
	"search" text NOT NULL,
	"name" text NOT NULL,
	"name_key" text COLLATE "C" NOT NULL,
	"description_english" text NOT NULL,
	"description_english_key" text COLLATE "C" NOT NULL,
	"type" text NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX "categories_name" ON "categories" USING btree ("type","name_key");
--> statement-breakpoint
CREATE INDEX "categories_name_sort" ON "categories" USING btree ("name_key","_id");
--> statement-breakpoint
CREATE INDEX "categories_description_english_sort" ON "categories" USING btree ("description_english_key","_id");
--> statement-breakpoint
CREATE INDEX "categories_type_sort" ON "categories" USING btree ("type","_id");
--> statement-breakpoint
CREATE INDEX "categories_status_sort" ON "categories" USING btree ("status","_id");
--> statement-breakpoint
CREATE INDEX "categories_date_update_sort" ON "categories" USING btree ("date_update","_id");
--> statement-breakpoint
CREATE INDEX "categories_search" ON "categories" USING gin ("search" gin_trgm_ops,search_form("name_key") gin_trgm_ops);
--> statement-breakpoint
CREATE TABLE "discoveries" (
	"_id" text PRIMARY KEY NOT NULL,
	"status" boolean DEFAULT true NOT NULL,
	"user_create" text DEFAULT '' NOT NULL,
	"user_update" text DEFAULT '' NOT NULL,
	"date_create" timestamp (3) with time zone NOT NULL,
	"date_update" timestamp (3) with time zone NOT NULL,
	"search" text NOT NULL,
	"date_publish" timestamp (3) with time zone,
	"date_unpublish" timestamp (3) with time zone,
	"publication_due" timestamp (3) with time zone,
	"publication_blocked" text,
	"title" text NOT NULL,
	"title_key" text COLLATE "C" NOT NULL,
	"mail_origin" text NOT NULL,
	"mail_origin_key" text COLLATE "C" NOT NULL,
	"reference" text NOT NULL,
	"reference_key" text COLLATE "C" NOT NULL,
	"view" integer DEFAULT 0 NOT NULL,
	"year" integer,
	"genres" jsonb NOT NULL,
	"genres_key" text COLLATE "C" NOT NULL,
	"synopsis" text NOT NULL,
	"synopsis_eng" text NOT NULL,
	"covert_image" text NOT NULL,
	"full_image" text NOT NULL,
	"actors" text NOT NULL,
	"categories" jsonb NOT NULL,
	"runtime" integer,
	"mono_audio" boolean NOT NULL,
	"only_english" boolean NOT NULL,
	"has_link_reserved" boolean NOT NULL,
	"content" jsonb NOT NULL,
	"children" boolean NOT NULL,
	"media_type" text NOT NULL,
	"released" text NOT NULL,
	"imdb_id" text NOT NULL,
	"rating" double precision,
	"is_dominican" boolean NOT NULL,
	"is_youtube" boolean NOT NULL
);
--> statement-breakpoint
CREATE INDEX "discoveries_title_sort" ON "discoveries" USING btree ("title_key","_id");
--> statement-breakpoint
CREATE INDEX "discoveries_year_sort" ON "discoveries" USING btree ("year","_id");
--> statement-breakpoint
CREATE INDEX "discoveries_genres_sort" ON "discoveries" USING btree ("genres_key","_id");
--> statement-breakpoint
CREATE INDEX "discoveries_view_sort" ON "discoveries" USING btree ("view","_id");
--> statement-breakpoint
CREATE INDEX "discoveries_mail_origin_sort" ON "discoveries" USING btree ("mail_origin_key","_id");
--> statement-breakpoint
CREATE INDEX "discoveries_reference_sort" ON "discoveries" USING btree ("reference_key","_id");
--> statement-breakpoint
CREATE INDEX "discoveries_date_update_sort" ON "discoveries" USING btree ("date_update","_id");
--> statement-breakpoint
CREATE INDEX "discoveries_date_create_sort" ON "discoveries" USING btree ("date_create","_id");
--> statement-breakpoint
CREATE INDEX "discoveries_has_link_reserved_sort" ON "discoveries" USING btree ("has_link_reserved","_id");
--> statement-breakpoint
CREATE INDEX "discoveries_status_sort" ON "discoveries" USING btree ("status","_id");
--> statement-breakpoint
CREATE INDEX "discoveries_search" ON "discoveries" USING gin ("search" gin_trgm_ops,search_form("title_key") gin_trgm_ops);
--> statement-breakpoint
CREATE INDEX "discoveries_categories" ON "discoveries" USING gin ("categories" jsonb_path_ops);
--> statement-breakpoint
CREATE INDEX "discoveries_no_link" ON "discoveries" USING btree ("date_update","_id") WHERE not ("discoveries"."content" @> '[{"status": true}]'::jsonb);
--> statement-breakpoint
CREATE INDEX "discoveries_no_cover" ON "discoveries" USING btree ("date_update","_id") WHERE "discoveries"."covert_image" = '';
--> statement-breakpoint
CREATE INDEX "discoveries_no_synopsis" ON "discoveries" USING btree ("date_update","_id") WHERE "discoveries"."synopsis" = '';
--> statement-breakpoint
CREATE INDEX "discoveries_no_synopsis_english" ON "discoveries" USING btree ("date_update","_id") WHERE "discoveries"."synopsis_eng" = '';
--> statement-breakpoint
CREATE INDEX "discoveries_no_category" ON "discoveries" USING btree ("date_update","_id") WHERE "discoveries"."categories" = '[]'::jsonb;
--> statement-breakpoint
CREATE INDEX "discoveries_duplicates" ON "discoveries" USING btree ((coalesce(nullif(regexp_replace(btrim(regexp_replace(regexp_replace(regexp_replace("title_key", ', *(el|la|los|las|lo|un|una|unos|unas|the|a|an|le|les|l|une|des|il|gli|uno|o|os|as|um|uma|der|die|das|ein|eine)$', ''), '[!-/:-@[-`{-~¡¿«»“”‘’‐–—…·]+', ' ', 'g'), ' +', ' ', 'g')), '^(el|la|los|las|lo|un|una|unos|unas|the|a|an|le|les|l|une|des|il|gli|uno|o|os|as|um|uma|der|die|das|ein|eine) ', ''), ''), "title_key") || '|' || coalesce("year"::text, '')),"title_key","year","_id");
--> statement-breakpoint
CREATE INDEX "discoveries_publication_due" ON "discoveries" USING btree ("publication_due") WHERE "discoveries"."publication_due" is not null;
--> statement-breakpoint
CREATE INDEX "discoveries_publication_blocked" ON "discoveries" USING btree ("date_update","_id") WHERE "discoveries"."publication_blocked" is not null;
--> statement-breakpoint
CREATE INDEX "discoveries_imdb" ON "discoveries" USING btree (lower(btrim("imdb_id")),"imdb_id","_id");
--> statement-breakpoint
CREATE TABLE "documentaries" (
	"_id" text PRIMARY KEY NOT NULL,
	"status" boolean DEFAULT true NOT NULL,
	"user_create" text DEFAULT '' NOT NULL,
	"user_update" text DEFAULT '' NOT NULL,
	"date_create" timestamp (3) with time zone NOT NULL,
	"date_update" timestamp (3) with time zone NOT NULL,
	"search" text NOT NULL,
	"date_publish" timestamp (3) with time zone,
	"date_unpublish" timestamp (3) with time zone,
	"publication_due" timestamp (3) with time zone,
	"publication_blocked" text,
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
	"runtime" integer,
	"mono_audio" boolean NOT NULL,
	"only_english" boolean NOT NULL,
	"has_link_reserved" boolean NOT NULL,
	"content" jsonb NOT NULL,
	"children" boolean NOT NULL,
	"released" text NOT NULL,
	"rated" text NOT NULL,
	"trailer" text NOT NULL,
	"trailer_provider" text NOT NULL,
	"is_dominican" boolean NOT NULL,
	"is_youtube" boolean NOT NULL
);
--> statement-breakpoint
CREATE INDEX "documentaries_title_sort" ON "documentaries" USING btree ("title_key","_id");
--> statement-breakpoint
CREATE INDEX "documentaries_year_sort" ON "documentaries" USING btree ("year","_id");
--> statement-breakpoint
CREATE INDEX "documentaries_genres_sort" ON "documentaries" USING btree ("genres_key","_id");
--> statement-breakpoint
CREATE INDEX "documentaries_view_sort" ON "documentaries" USING btree ("view","_id");
--> statement-breakpoint
CREATE INDEX "documentaries_mail_origin_sort" ON "documentaries" USING btree ("mail_origin_key","_id");
--> statement-breakpoint
CREATE INDEX "documentaries_reference_sort" ON "documentaries" USING btree ("reference_key","_id");
--> statement-breakpoint
CREATE INDEX "documentaries_date_update_sort" ON "documentaries" USING btree ("date_update","_id");
--> statement-breakpoint
CREATE INDEX "documentaries_date_create_sort" ON "documentaries" USING btree ("date_create","_id");
--> statement-breakpoint
CREATE INDEX "documentaries_has_link_reserved_sort" ON "documentaries" USING btree ("has_link_reserved","_id");
--> statement-breakpoint
CREATE INDEX "documentaries_status_sort" ON "documentaries" USING btree ("status","_id");
--> statement-breakpoint
CREATE INDEX "documentaries_search" ON "documentaries" USING gin ("search" gin_trgm_ops,search_form("title_key") gin_trgm_ops);
--> statement-breakpoint
CREATE INDEX "documentaries_categories" ON "documentaries" USING gin ("categories" jsonb_path_ops);
--> statement-breakpoint
CREATE INDEX "documentaries_no_link" ON "documentaries" USING btree ("date_update","_id") WHERE not ("documentaries"."content" @> '[{"status": true}]'::jsonb);
--> statement-breakpoint
CREATE INDEX "documentaries_no_cover" ON "documentaries" USING btree ("date_update","_id") WHERE "documentaries"."covert_image" = '';
--> statement-breakpoint
CREATE INDEX "documentaries_no_synopsis" ON "documentaries" USING btree ("date_update","_id") WHERE "documentaries"."synopsis" = '';
--> statement-breakpoint
CREATE INDEX "documentaries_no_synopsis_english" ON "documentaries" USING btree ("date_update","_id") WHERE "documentaries"."synopsis_eng" = '';
--> statement-breakpoint
CREATE INDEX "documentaries_no_category" ON "documentaries" USING btree ("date_update","_id") WHERE "documentaries"."categories" = '[]'::jsonb;
--> statement-breakpoint
CREATE INDEX "documentaries_duplicates" ON "documentaries" USING btree ((coalesce(nullif(regexp_replace(btrim(regexp_replace(regexp_replace(regexp_replace("title_key", ', *(el|la|los|las|lo|un|una|unos|unas|the|a|an|le|les|l|une|des|il|gli|uno|o|os|as|um|uma|der|die|das|ein|eine)$', ''), '[!-/:-@[-`{-~¡¿«»“”‘’‐–—…·]+', ' ', 'g'), ' +', ' ', 'g')), '^(el|la|los|las|lo|un|una|unos|unas|the|a|an|le|les|l|une|des|il|gli|uno|o|os|as|um|uma|der|die|das|ein|eine) ', ''), ''), "title_key") || '|' || coalesce("year"::text, '')),"title_key","year","_id");
--> statement-breakpoint
CREATE INDEX "documentaries_publication_due" ON "documentaries" USING btree ("publication_due") WHERE "documentaries"."publication_due" is not null;
--> statement-breakpoint
CREATE INDEX "documentaries_publication_blocked" ON "documentaries" USING btree ("date_update","_id") WHERE "documentaries"."publication_blocked" is not null;
--> statement-breakpoint
CREATE TABLE "episodes" (
	"_id" text PRIMARY KEY NOT NULL,
	"status" boolean DEFAULT true NOT NULL,
	"user_create" text DEFAULT '' NOT NULL,
	"user_update" text DEFAULT '' NOT NULL,
	"date_create" timestamp (3) with time zone NOT NULL,
	"date_update" timestamp (3) with time zone NOT NULL,
	"search" text NOT NULL,
	"date_publish" timestamp (3) with time zone,
	"date_unpublish" timestamp (3) with time zone,
	"publication_due" timestamp (3) with time zone,
	"publication_blocked" text,
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
CREATE INDEX "episodes_season_sort" ON "episodes" USING btree ("serie_id","season_key","_id");
--> statement-breakpoint
CREATE INDEX "episodes_playable" ON "episodes" USING btree ("serie_id") WHERE "episodes"."status" and "episodes"."content" @> '[{"status": true}]'::jsonb;
--> statement-breakpoint
CREATE INDEX "episodes_title_sort" ON "episodes" USING btree ("title_key","_id");
--> statement-breakpoint
CREATE INDEX "episodes_title" ON "episodes" USING gin (search_form("title_key") gin_trgm_ops);
--> statement-breakpoint
CREATE INDEX "episodes_publication_due" ON "episodes" USING btree ("publication_due") WHERE "episodes"."publication_due" is not null;
--> statement-breakpoint
CREATE INDEX "episodes_publication_blocked" ON "episodes" USING btree ("date_update","_id") WHERE "episodes"."publication_blocked" is not null;
--> statement-breakpoint
CREATE TABLE "movies" (
	"_id" text PRIMARY KEY NOT NULL,
	"status" boolean DEFAULT true NOT NULL,
	"user_create" text DEFAULT '' NOT NULL,
	"user_update" text DEFAULT '' NOT NULL,
	"date_create" timestamp (3) with time zone NOT NULL,
	"date_update" timestamp (3) with time zone NOT NULL,
	"search" text NOT NULL,
	"date_publish" timestamp (3) with time zone,
	"date_unpublish" timestamp (3) with time zone,
	"publication_due" timestamp (3) with time zone,
	"publication_blocked" text,
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
	"runtime" integer,
	"mono_audio" boolean NOT NULL,
	"only_english" boolean NOT NULL,
	"has_link_reserved" boolean NOT NULL,
	"content" jsonb NOT NULL,
	"children" boolean NOT NULL,
	"released" text NOT NULL,
	"rated" text NOT NULL,
	"imdb_id" text NOT NULL,
	"rating" double precision,
	"trailer" text NOT NULL,
	"trailer_provider" text NOT NULL,
	"has_oscar" boolean NOT NULL,
	"is_premiere" boolean NOT NULL,
	"is_dominican" boolean NOT NULL,
	"is_youtube" boolean NOT NULL
);
--> statement-breakpoint
CREATE INDEX "movies_title_sort" ON "movies" USING btree ("title_key","_id");
--> statement-breakpoint
CREATE INDEX "movies_year_sort" ON "movies" USING btree ("year","_id");
--> statement-breakpoint
CREATE INDEX "movies_genres_sort" ON "movies" USING btree ("genres_key","_id");
--> statement-breakpoint
CREATE INDEX "movies_view_sort" ON "movies" USING btree ("view","_id");
--> statement-breakpoint
CREATE INDEX "movies_mail_origin_sort" ON "movies" USING btree ("mail_origin_key","_id");
--> statement-breakpoint
CREATE INDEX "movies_reference_sort" ON "movies" USING btree ("reference_key","_id");
--> statement-breakpoint
CREATE INDEX "movies_date_update_sort" ON "movies" USING btree ("date_update","_id");
--> statement-breakpoint
CREATE INDEX "movies_date_create_sort" ON "movies" USING btree ("date_create","_id");
--> statement-breakpoint
CREATE INDEX "movies_has_link_reserved_sort" ON "movies" USING btree ("has_link_reserved","_id");
--> statement-breakpoint
CREATE INDEX "movies_status_sort" ON "movies" USING btree ("status","_id");
--> statement-breakpoint
CREATE INDEX "movies_search" ON "movies" USING gin ("search" gin_trgm_ops,search_form("title_key") gin_trgm_ops);
--> statement-breakpoint
CREATE INDEX "movies_categories" ON "movies" USING gin ("categories" jsonb_path_ops);
--> statement-breakpoint
CREATE INDEX "movies_no_link" ON "movies" USING btree ("date_update","_id") WHERE not ("movies"."content" @> '[{"status": true}]'::jsonb);
--> statement-breakpoint
CREATE INDEX "movies_no_cover" ON "movies" USING btree ("date_update","_id") WHERE "movies"."covert_image" = '';
--> statement-breakpoint
CREATE INDEX "movies_no_synopsis" ON "movies" USING btree ("date_update","_id") WHERE "movies"."synopsis" = '';
--> statement-breakpoint
CREATE INDEX "movies_no_synopsis_english" ON "movies" USING btree ("date_update","_id") WHERE "movies"."synopsis_eng" = '';
--> statement-breakpoint
CREATE INDEX "movies_no_category" ON "movies" USING btree ("date_update","_id") WHERE "movies"."categories" = '[]'::jsonb;
--> statement-breakpoint
CREATE INDEX "movies_duplicates" ON "movies" USING btree ((coalesce(nullif(regexp_replace(btrim(regexp_replace(regexp_replace(regexp_replace("title_key", ', *(el|la|los|las|lo|un|una|unos|unas|the|a|an|le|les|l|une|des|il|gli|uno|o|os|as|um|uma|der|die|das|ein|eine)$', ''), '[!-/:-@[-`{-~¡¿«»“”‘’‐–—…·]+', ' ', 'g'), ' +', ' ', 'g')), '^(el|la|los|las|lo|un|una|unos|unas|the|a|an|le|les|l|une|des|il|gli|uno|o|os|as|um|uma|der|die|das|ein|eine) ', ''), ''), "title_key") || '|' || coalesce("year"::text, '')),"title_key","year","_id");
--> statement-breakpoint
CREATE INDEX "movies_publication_due" ON "movies" USING btree ("publication_due") WHERE "movies"."publication_due" is not null;
--> statement-breakpoint
CREATE INDEX "movies_publication_blocked" ON "movies" USING btree ("date_update","_id") WHERE "movies"."publication_blocked" is not null;
--> statement-breakpoint
CREATE INDEX "movies_imdb" ON "movies" USING btree (lower(btrim("imdb_id")),"imdb_id","_id");
--> statement-breakpoint
CREATE TABLE "musics" (
	"_id" text PRIMARY KEY NOT NULL,
	"status" boolean DEFAULT true NOT NULL,
	"user_create" text DEFAULT '' NOT NULL,
	"user_update" text DEFAULT '' NOT NULL,
	"date_create" timestamp (3) with time zone NOT NULL,
	"date_update" timestamp (3) with time zone NOT NULL,
	"search" text NOT NULL,
	"date_publish" timestamp (3) with time zone,
	"date_unpublish" timestamp (3) with time zone,
	"publication_due" timestamp (3) with time zone,
	"publication_blocked" text,
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
	"runtime" integer,
	"mono_audio" boolean NOT NULL,
	"only_english" boolean NOT NULL,
	"has_link_reserved" boolean NOT NULL,
	"content" jsonb NOT NULL,
	"children" boolean NOT NULL,
	"adult_only" boolean NOT NULL,
	"is_youtube" boolean NOT NULL
);
--> statement-breakpoint
CREATE INDEX "musics_title_sort" ON "musics" USING btree ("title_key","_id");
--> statement-breakpoint
CREATE INDEX "musics_year_sort" ON "musics" USING btree ("year","_id");
--> statement-breakpoint
CREATE INDEX "musics_genres_sort" ON "musics" USING btree ("genres_key","_id");
--> statement-breakpoint
CREATE INDEX "musics_view_sort" ON "musics" USING btree ("view","_id");
--> statement-breakpoint
CREATE INDEX "musics_mail_origin_sort" ON "musics" USING btree ("mail_origin_key","_id");
--> statement-breakpoint
CREATE INDEX "musics_reference_sort" ON "musics" USING btree ("reference_key","_id");
--> statement-breakpoint
CREATE INDEX "musics_date_update_sort" ON "musics" USING btree ("date_update","_id");
--> statement-breakpoint
CREATE INDEX "musics_date_create_sort" ON "musics" USING btree ("date_create","_id");
--> statement-breakpoint
CREATE INDEX "musics_has_link_reserved_sort" ON "musics" USING btree ("has_link_reserved","_id");
--> statement-breakpoint
CREATE INDEX "musics_status_sort" ON "musics" USING btree ("status","_id");
--> statement-breakpoint
CREATE INDEX "musics_search" ON "musics" USING gin ("search" gin_trgm_ops,search_form("title_key") gin_trgm_ops);
--> statement-breakpoint
CREATE INDEX "musics_categories" ON "musics" USING gin ("categories" jsonb_path_ops);
--> statement-breakpoint
CREATE INDEX "musics_no_link" ON "musics" USING btree ("date_update","_id") WHERE not ("musics"."content" @> '[{"status": true}]'::jsonb);
--> statement-breakpoint
CREATE INDEX "musics_no_cover" ON "musics" USING btree ("date_update","_id") WHERE "musics"."covert_image" = '';
--> statement-breakpoint
CREATE INDEX "musics_no_synopsis" ON "musics" USING btree ("date_update","_id") WHERE "musics"."synopsis" = '';
--> statement-breakpoint
CREATE INDEX "musics_no_synopsis_english" ON "musics" USING btree ("date_update","_id") WHERE "musics"."synopsis_eng" = '';
--> statement-breakpoint
CREATE INDEX "musics_no_category" ON "musics" USING btree ("date_update","_id") WHERE "musics"."categories" = '[]'::jsonb;
--> statement-breakpoint
CREATE INDEX "musics_duplicates" ON "musics" USING btree ((coalesce(nullif(regexp_replace(btrim(regexp_replace(regexp_replace(regexp_replace("title_key", ', *(el|la|los|las|lo|un|una|unos|unas|the|a|an|le|les|l|une|des|il|gli|uno|o|os|as|um|uma|der|die|das|ein|eine)$', ''), '[!-/:-@[-`{-~¡¿«»“”‘’‐–—…·]+', ' ', 'g'), ' +', ' ', 'g')), '^(el|la|los|las|lo|un|una|unos|unas|the|a|an|le|les|l|une|des|il|gli|uno|o|os|as|um|uma|der|die|das|ein|eine) ', ''), ''), "title_key") || '|' || coalesce("year"::text, '')),"title_key","year","_id");
--> statement-breakpoint
CREATE INDEX "musics_publication_due" ON "musics" USING btree ("publication_due") WHERE "musics"."publication_due" is not null;
--> statement-breakpoint
CREATE INDEX "musics_publication_blocked" ON "musics" USING btree ("date_update","_id") WHERE "musics"."publication_blocked" is not null;
--> statement-breakpoint
CREATE TABLE "radios" (
	"_id" text PRIMARY KEY NOT NULL,
	"status" boolean DEFAULT true NOT NULL,
	"user_create" text DEFAULT '' NOT NULL,
	"user_update" text DEFAULT '' NOT NULL,
	"date_create" timestamp (3) with time zone NOT NULL,
	"date_update" timestamp (3) with time zone NOT NULL,
	"search" text NOT NULL,
	"date_publish" timestamp (3) with time zone,
	"date_unpublish" timestamp (3) with time zone,
	"publication_due" timestamp (3) with time zone,
	"publication_blocked" text,
	"number" integer NOT NULL,
	"title" text NOT NULL,
	"title_key" text COLLATE "C" NOT NULL,
	"category" text NOT NULL,
	"category_key" text COLLATE "C" NOT NULL,
	"link" text NOT NULL,
	"image" text NOT NULL,
	"view" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE INDEX "radios_number_sort" ON "radios" USING btree ("number","_id");
--> statement-breakpoint
CREATE INDEX "radios_title_sort" ON "radios" USING btree ("title_key","_id");
--> statement-breakpoint
CREATE INDEX "radios_category_sort" ON "radios" USING btree ("category_key","_id");
--> statement-breakpoint
CREATE INDEX "radios_status_sort" ON "radios" USING btree ("status","_id");
--> statement-breakpoint
CREATE INDEX "radios_date_update_sort" ON "radios" USING btree ("date_update","_id");
--> statement-breakpoint
CREATE INDEX "radios_search" ON "radios" USING gin ("search" gin_trgm_ops,search_form("title_key") gin_trgm_ops);
--> statement-breakpoint
CREATE INDEX "radios_publication_due" ON "radios" USING btree ("publication_due") WHERE "radios"."publication_due" is not null;
--> statement-breakpoint
CREATE INDEX "radios_publication_blocked" ON "radios" USING btree ("date_update","_id") WHERE "radios"."publication_blocked" is not null;
--> statement-breakpoint
CREATE TABLE "series" (
	"_id" text PRIMARY KEY NOT NULL,
	"status" boolean DEFAULT true NOT NULL,
	"user_create" text DEFAULT '' NOT NULL,
	"user_update" text DEFAULT '' NOT NULL,
	"date_create" timestamp (3) with time zone NOT NULL,
	"date_update" timestamp (3) with time zone NOT NULL,
	"search" text NOT NULL,
	"date_publish" timestamp (3) with time zone,
	"date_unpublish" timestamp (3) with time zone,
	"publication_due" timestamp (3) with time zone,
	"publication_blocked" text,
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
	"seasons" jsonb NOT NULL,
	"episodes" integer DEFAULT 0 NOT NULL,
	"imdb_id_key" text COLLATE "C" GENERATED ALWAYS AS (sort_key("imdb_id")) STORED
);
--> statement-breakpoint
CREATE INDEX "series_title_sort" ON "series" USING btree ("title_key","_id");
--> statement-breakpoint
CREATE INDEX "series_year_sort" ON "series" USING btree ("year","_id");
--> statement-breakpoint
CREATE INDEX "series_genres_sort" ON "series" USING btree ("genres_key","_id");
--> statement-breakpoint
CREATE INDEX "series_view_sort" ON "series" USING btree ("view","_id");
--> statement-breakpoint
CREATE INDEX "series_mail_origin_sort" ON "series" USING btree ("mail_origin_key","_id");
--> statement-breakpoint
CREATE INDEX "series_reference_sort" ON "series" USING btree ("reference_key","_id");
--> statement-breakpoint
CREATE INDEX "series_date_update_sort" ON "series" USING btree ("date_update","_id");
--> statement-breakpoint
CREATE INDEX "series_date_create_sort" ON "series" USING btree ("date_create","_id");
--> statement-breakpoint
CREATE INDEX "series_status_sort" ON "series" USING btree ("status","_id");
--> statement-breakpoint
CREATE INDEX "series_search" ON "series" USING gin ("search" gin_trgm_ops,search_form("title_key") gin_trgm_ops);
--> statement-breakpoint
CREATE INDEX "series_categories" ON "series" USING gin ("categories" jsonb_path_ops);
--> statement-breakpoint
CREATE INDEX "series_no_cover" ON "series" USING btree ("date_update","_id") WHERE "series"."covert_image" = '';
--> statement-breakpoint
CREATE INDEX "series_no_synopsis" ON "series" USING btree ("date_update","_id") WHERE "series"."synopsis" = '';
--> statement-breakpoint
CREATE INDEX "series_no_synopsis_english" ON "series" USING btree ("date_update","_id") WHERE "series"."synopsis_eng" = '';
--> statement-breakpoint
CREATE INDEX "series_no_category" ON "series" USING btree ("date_update","_id") WHERE "series"."categories" = '[]'::jsonb;
--> statement-breakpoint
CREATE INDEX "series_duplicates" ON "series" USING btree ((coalesce(nullif(regexp_replace(btrim(regexp_replace(regexp_replace(regexp_replace("title_key", ', *(el|la|los|las|lo|un|una|unos|unas|the|a|an|le|les|l|une|des|il|gli|uno|o|os|as|um|uma|der|die|das|ein|eine)$', ''), '[!-/:-@[-`{-~¡¿«»“”‘’‐–—…·]+', ' ', 'g'), ' +', ' ', 'g')), '^(el|la|los|las|lo|un|una|unos|unas|the|a|an|le|les|l|une|des|il|gli|uno|o|os|as|um|uma|der|die|das|ein|eine) ', ''), ''), "title_key") || '|' || coalesce("year"::text, '')),"title_key","year","_id");
--> statement-breakpoint
CREATE INDEX "series_publication_due" ON "series" USING btree ("publication_due") WHERE "series"."publication_due" is not null;
--> statement-breakpoint
CREATE INDEX "series_publication_blocked" ON "series" USING btree ("date_update","_id") WHERE "series"."publication_blocked" is not null;
--> statement-breakpoint
CREATE INDEX "series_imdb" ON "series" USING btree (lower(btrim("imdb_id")),"imdb_id","_id");
--> statement-breakpoint
CREATE INDEX "series_episodes_sort" ON "series" USING btree ("episodes","_id");
--> statement-breakpoint
CREATE INDEX "series_imdb_id_sort" ON "series" USING btree ("imdb_id_key","_id");
--> statement-breakpoint
CREATE TABLE "sports" (
	"_id" text PRIMARY KEY NOT NULL,
	"status" boolean DEFAULT true NOT NULL,
	"user_create" text DEFAULT '' NOT NULL,
	"user_update" text DEFAULT '' NOT NULL,
	"date_create" timestamp (3) with time zone NOT NULL,
	"date_update" timestamp (3) with time zone NOT NULL,
	"search" text NOT NULL,
	"date_publish" timestamp (3) with time zone,
	"date_unpublish" timestamp (3) with time zone,
	"publication_due" timestamp (3) with time zone,
	"publication_blocked" text,
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
	"runtime" integer,
	"mono_audio" boolean NOT NULL,
	"only_english" boolean NOT NULL,
	"has_link_reserved" boolean NOT NULL,
	"content" jsonb NOT NULL,
	"children" boolean NOT NULL,
	"released" text NOT NULL,
	"trailer" text NOT NULL,
	"adult_only" boolean NOT NULL
);
--> statement-breakpoint
CREATE INDEX "sports_title_sort" ON "sports" USING btree ("title_key","_id");
--> statement-breakpoint
CREATE INDEX "sports_year_sort" ON "sports" USING btree ("year","_id");
--> statement-breakpoint
CREATE INDEX "sports_genres_sort" ON "sports" USING btree ("genres_key","_id");
--> statement-breakpoint
CREATE INDEX "sports_view_sort" ON "sports" USING btree ("view","_id");
--> statement-breakpoint
CREATE INDEX "sports_mail_origin_sort" ON "sports" USING btree ("mail_origin_key","_id");
--> statement-breakpoint
CREATE INDEX "sports_reference_sort" ON "sports" USING btree ("reference_key","_id");
--> statement-breakpoint
CREATE INDEX "sports_date_update_sort" ON "sports" USING btree ("date_update","_id");
--> statement-breakpoint
CREATE INDEX "sports_date_create_sort" ON "sports" USING btree ("date_create","_id");
--> statement-breakpoint
CREATE INDEX "sports_has_link_reserved_sort" ON "sports" USING btree ("has_link_reserved","_id");
--> statement-breakpoint
CREATE INDEX "sports_status_sort" ON "sports" USING btree ("status","_id");
--> statement-breakpoint
CREATE INDEX "sports_search" ON "sports" USING gin ("search" gin_trgm_ops,search_form("title_key") gin_trgm_ops);
--> statement-breakpoint
CREATE INDEX "sports_categories" ON "sports" USING gin ("categories" jsonb_path_ops);
--> statement-breakpoint
CREATE INDEX "sports_no_link" ON "sports" USING btree ("date_update","_id") WHERE not ("sports"."content" @> '[{"status": true}]'::jsonb);
--> statement-breakpoint
CREATE INDEX "sports_no_cover" ON "sports" USING btree ("date_update","_id") WHERE "sports"."covert_image" = '';
--> statement-breakpoint
CREATE INDEX "sports_no_synopsis" ON "sports" USING btree ("date_update","_id") WHERE "sports"."synopsis" = '';
--> statement-breakpoint
CREATE INDEX "sports_no_synopsis_english" ON "sports" USING btree ("date_update","_id") WHERE "sports"."synopsis_eng" = '';
--> statement-breakpoint
CREATE INDEX "sports_no_category" ON "sports" USING btree ("date_update","_id") WHERE "sports"."categories" = '[]'::jsonb;
--> statement-breakpoint
CREATE INDEX "sports_duplicates" ON "sports" USING btree ((coalesce(nullif(regexp_replace(btrim(regexp_replace(regexp_replace(regexp_replace("title_key", ', *(el|la|los|las|lo|un|una|unos|unas|the|a|an|le|les|l|une|des|il|gli|uno|o|os|as|um|uma|der|die|das|ein|eine)$', ''), '[!-/:-@[-`{-~¡¿«»“”‘’‐–—…·]+', ' ', 'g'), ' +', ' ', 'g')), '^(el|la|los|las|lo|un|una|unos|unas|the|a|an|le|les|l|une|des|il|gli|uno|o|os|as|um|uma|der|die|das|ein|eine) ', ''), ''), "title_key") || '|' || coalesce("year"::text, '')),"title_key","year","_id");
--> statement-breakpoint
CREATE INDEX "sports_publication_due" ON "sports" USING btree ("publication_due") WHERE "sports"."publication_due" is not null;
--> statement-breakpoint
CREATE INDEX "sports_publication_blocked" ON "sports" USING btree ("date_update","_id") WHERE "sports"."publication_blocked" is not null;
--> statement-breakpoint
CREATE TABLE "waiting_views" (
	"number" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "waiting_views_number_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"item" text NOT NULL
);
--> statement-breakpoint
CREATE INDEX "waiting_views_item" ON "waiting_views" USING btree ("item");
--> statement-breakpoint
CREATE TABLE "ledger_sums" (
	"span" text NOT NULL,
	"start" date NOT NULL,
	"user_created" text NOT NULL,
	"user_created_name" text COLLATE "und-x-icu" NOT NULL,
	"owner" text NOT NULL,
	"type" text NOT NULL,
	"transactions" integer NOT NULL,
	"credits" bigint NOT NULL,
	"total" numeric(18, 2) NOT NULL,
	CONSTRAINT "ledger_sums_key" PRIMARY KEY("user_created","span","start","owner","type","user_created_name")
);
--> statement-breakpoint
CREATE INDEX "ledger_sums_start" ON "ledger_sums" USING btree ("span","start");
--> statement-breakpoint
CREATE INDEX "ledger_sums_owner" ON "ledger_sums" USING btree ("owner","span","start");
--> statement-breakpoint
CREATE TABLE "license_transactions" (
	"_id" text PRIMARY KEY NOT NULL,
	"reference" bigint GENERATED ALWAYS AS IDENTITY (sequence name "license_transactions_reference_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"user_created" text NOT NULL,
	"user_licensed" text NOT NULL,
	"user_full_name" text COLLATE "und-x-icu" NOT NULL,
	"user_created_name" text COLLATE "und-x-icu" DEFAULT '' NOT NULL,
	"search" text DEFAULT '' NOT NULL,
	"type" text NOT NULL,
	"type_order" smallint GENERATED ALWAYS AS (case type when 'CREDIT' then 1 when 'REFUND' then 2 when 'REFUND_TRANSFER' then 3 when 'TRANSFER' then 4 when 'SALE' then 5 end) STORED NOT NULL,
	"period" text NOT NULL,
	"count" integer NOT NULL,
	"credit_price" numeric(12, 2) NOT NULL,
	"total" numeric(12, 2) NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"status" text NOT NULL,
	"seller_months" integer DEFAULT 0 NOT NULL,
	"target_months" integer DEFAULT 0 NOT NULL,
	"date_expire" timestamp (3) with time zone,
	"new_date_expire" timestamp (3) with time zone,
	"date" timestamp (3) with time zone NOT NULL,
	"processed_at" timestamp (3) with time zone,
	"posting" bigint,
	"idempotency_key" text,
	CONSTRAINT "license_transactions_count" CHECK ("license_transactions"."count" between 1 and 9999 or ("license_transactions"."count" = 0 and "license_transactions"."type" = 'CREDIT' and "license_transactions"."total" = 0)),
	CONSTRAINT "license_transactions_posting" CHECK ("license_transactions"."status" <> 'PROCESSED' or "license_transactions"."posting" is not null),
	CONSTRAINT "license_transactions_total" CHECK ("license_transactions"."total" >= 0 and "license_transactions"."credit_price" >= 0)
);
--> statement-breakpoint
CREATE UNIQUE INDEX "license_transactions_reference" ON "license_transactions" USING btree ("reference");
--> statement-breakpoint
CREATE UNIQUE INDEX "license_transactions_idempotency" ON "license_transactions" USING btree ("user_created","idempotency_key");
--> statement-breakpoint
CREATE INDEX "license_transactions_created" ON "license_transactions" USING btree ("user_created","date","_id");
--> statement-breakpoint
CREATE INDEX "license_transactions_licensed" ON "license_transactions" USING btree ("user_licensed","date","_id");
--> statement-breakpoint
CREATE INDEX "license_transactions_date" ON "license_transactions" USING btree ("date","_id");
--> statement-breakpoint
CREATE INDEX "license_transactions_reference_sort" ON "license_transactions" USING btree ("reference","_id");
--> statement-breakpoint
CREATE INDEX "license_transactions_total_sort" ON "license_transactions" USING btree ("total","_id");
--> statement-breakpoint
CREATE INDEX "license_transactions_seller_sort" ON "license_transactions" USING btree ("user_created_name","_id");
--> statement-breakpoint
CREATE INDEX "license_transactions_target_sort" ON "license_transactions" USING btree ("user_full_name","_id");
--> statement-breakpoint
CREATE INDEX "license_transactions_type_sort" ON "license_transactions" USING btree ("type_order","_id");
--> statement-breakpoint
CREATE INDEX "license_transactions_period_sort" ON "license_transactions" USING btree ("period","_id");
--> statement-breakpoint
CREATE INDEX "license_transactions_count_sort" ON "license_transactions" USING btree ("count","_id");
--> statement-breakpoint
CREATE INDEX "license_transactions_price_sort" ON "license_transactions" USING btree ("credit_price","_id");
--> statement-breakpoint
CREATE INDEX "license_transactions_type" ON "license_transactions" USING btree ("type","date","_id");
--> statement-breakpoint
CREATE INDEX "license_transactions_pending" ON "license_transactions" USING btree ("date","_id") WHERE "license_transactions"."status" = 'CREATED';
--> statement-breakpoint
CREATE INDEX "license_transactions_search" ON "license_transactions" USING gin ("search" gin_trgm_ops);
--> statement-breakpoint
CREATE TABLE "reconciled_users" (
	"user_id" text PRIMARY KEY NOT NULL,
	"sold_posting" bigint DEFAULT 0 NOT NULL,
	"sold_months" bigint DEFAULT 0 NOT NULL,
	"sold_transactions" integer DEFAULT 0 NOT NULL,
	"sold_total" numeric(18, 2) DEFAULT 0 NOT NULL,
	"bought_months" bigint DEFAULT 0 NOT NULL,
	"bought_transactions" integer DEFAULT 0 NOT NULL,
	"bought_total" numeric(18, 2) DEFAULT 0 NOT NULL,
	"expiry" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "reconciliation_checkpoint" (
	"_id" text PRIMARY KEY DEFAULT 'checkpoint' NOT NULL,
	"date" timestamp (3) with time zone NOT NULL,
	"full_date" timestamp (3) with time zone NOT NULL,
	"newest" timestamp (3) with time zone,
	CONSTRAINT "reconciliation_checkpoint_single" CHECK ("reconciliation_checkpoint"."_id" = 'checkpoint')
);
--> statement-breakpoint
CREATE TABLE "transaction_search" (
	"_id" text PRIMARY KEY NOT NULL,
	"user_created" text NOT NULL,
	"user_licensed" text NOT NULL,
	"owner" text NOT NULL,
	"transactions" integer NOT NULL,
	"search" text NOT NULL
);
--> statement-breakpoint
CREATE INDEX "transaction_search_created" ON "transaction_search" USING btree ("user_created");
--> statement-breakpoint
CREATE INDEX "transaction_search_licensed" ON "transaction_search" USING btree ("user_licensed");
--> statement-breakpoint
CREATE INDEX "transaction_search_owner" ON "transaction_search" USING btree ("owner");
--> statement-breakpoint
CREATE INDEX "transaction_search_words" ON "transaction_search" USING gin ("search" gin_trgm_ops);
--> statement-breakpoint
CREATE TABLE "challenges" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"user" text NOT NULL,
	"purpose" text NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"data" jsonb NOT NULL,
	"date_expire" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE INDEX "challenges_user" ON "challenges" USING btree ("user");
--> statement-breakpoint
CREATE INDEX "challenges_expiry" ON "challenges" USING btree ("date_expire");
--> statement-breakpoint
CREATE TABLE "factors" (
	"_id" text PRIMARY KEY NOT NULL,
	"user" text NOT NULL,
	"kind" text NOT NULL,
	"name" text NOT NULL,
	"seed" text,
	"last_step" bigint,
	"credential_id" text,
	"public_key" text,
	"counter" bigint,
	"transports" jsonb,
	"date_create" timestamp (3) with time zone NOT NULL,
	"last_use" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE INDEX "factors_user" ON "factors" USING btree ("user");
--> statement-breakpoint
CREATE UNIQUE INDEX "factors_credential" ON "factors" USING btree ("credential_id");
--> statement-breakpoint
CREATE UNIQUE INDEX "factors_totp" ON "factors" USING btree ("user") WHERE "factors"."kind" = 'totp';
--> statement-breakpoint
CREATE TABLE "recovery_codes" (
	"user" text NOT NULL,
	"code_hash" text NOT NULL,
	CONSTRAINT "recovery_codes_user_code_hash_pk" PRIMARY KEY("user","code_hash")
);
--> statement-breakpoint
CREATE TABLE "import_rows" (
	"import" text NOT NULL,
	"row" integer NOT NULL,
	"cells" jsonb NOT NULL,
	"verdict" text,
	"title" text DEFAULT '' NOT NULL,
	"key" text,
	"record" text,
	"was" timestamp (3) with time zone,
	"fields" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"changes" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"options" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"notes" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"errors" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"prepared" jsonb,
	CONSTRAINT "import_rows_import_row_pk" PRIMARY KEY("import","row")
);
--> statement-breakpoint
CREATE INDEX "import_rows_verdict" ON "import_rows" USING btree ("import","verdict","row");
--> statement-breakpoint
CREATE TABLE "imports" (
	"_id" text PRIMARY KEY NOT NULL,
	"resource" text NOT NULL,
	"format" text DEFAULT 'table' NOT NULL,
	"scope" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"options" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"created_by" text NOT NULL,
	"address" text NOT NULL,
	"date" timestamp (3) with time zone NOT NULL,
	"name" text NOT NULL,
	"encoding" text DEFAULT 'utf-8' NOT NULL,
	"separator" text DEFAULT ';' NOT NULL,
	"damage" integer DEFAULT 0 NOT NULL,
	"state" text DEFAULT 'mapping' NOT NULL,
	"message" text DEFAULT '' NOT NULL,
	"columns" jsonb NOT NULL,
	"version" integer DEFAULT 0 NOT NULL,
	"total" integer NOT NULL,
	"done" integer DEFAULT 0 NOT NULL,
	"counts" jsonb DEFAULT '{"new":0,"changed":0,"same":0,"duplicate":0,"refused":0}'::jsonb NOT NULL,
	"changed_fields" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"choice" jsonb,
	"created" integer DEFAULT 0 NOT NULL,
	"changed" integer DEFAULT 0 NOT NULL,
	"batch" text
);
--> statement-breakpoint
CREATE INDEX "imports_date" ON "imports" USING btree ("date");
--> statement-breakpoint
CREATE INDEX "imports_created_by" ON "imports" USING btree ("created_by");
--> statement-breakpoint
CREATE TABLE "api_keys" (
	"_id" text PRIMARY KEY NOT NULL,
	"key_hash" text NOT NULL,
	"user" text NOT NULL,
	"name" text NOT NULL,
	"route_access" jsonb NOT NULL,
	"date_create" timestamp (3) with time zone NOT NULL,
	"date_expire" timestamp (3) with time zone NOT NULL,
	"last_use" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE UNIQUE INDEX "api_keys_hash" ON "api_keys" USING btree ("key_hash");
--> statement-breakpoint
CREATE INDEX "api_keys_user" ON "api_keys" USING btree ("user");
--> statement-breakpoint
CREATE TABLE "link_health" (
	"resource" text NOT NULL,
	"record" text NOT NULL,
	"key" text NOT NULL,
	"link" text NOT NULL,
	"link_type" text NOT NULL,
	"is_youtube" boolean NOT NULL,
	"host" text NOT NULL,
	"verdict" text DEFAULT 'unchecked' NOT NULL,
	"reason" text,
	"checked" timestamp (3) with time zone,
	"since" timestamp (3) with time zone,
	"repeats" integer DEFAULT 0 NOT NULL,
	"announced" text,
	"history" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"next_check" timestamp (3) with time zone,
	"is_asked" boolean DEFAULT false NOT NULL,
	"deactivated" timestamp (3) with time zone,
	CONSTRAINT "link_health_record_key_pk" PRIMARY KEY("record","key")
);
--> statement-breakpoint
CREATE INDEX "link_health_due" ON "link_health" USING btree ("host","is_asked" DESC NULLS LAST,"next_check") WHERE "link_health"."next_check" is not null;
--> statement-breakpoint
CREATE INDEX "link_health_key" ON "link_health" USING btree ("key");
--> statement-breakpoint
CREATE INDEX "link_health_down" ON "link_health" USING btree ("resource","record") WHERE "link_health"."verdict" = 'down';
--> statement-breakpoint
CREATE INDEX "link_health_deactivated" ON "link_health" USING btree ("deactivated") WHERE "link_health"."deactivated" is not null;
--> statement-breakpoint
CREATE TABLE "link_hosts" (
	"host" text PRIMARY KEY NOT NULL,
	"next_check" timestamp (3) with time zone NOT NULL,
	"lease_until" timestamp (3) with time zone,
	"attempt" integer DEFAULT 0 NOT NULL,
	"timeouts" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE INDEX "link_hosts_next" ON "link_hosts" USING btree ("next_check");
--> statement-breakpoint
CREATE TABLE "outbox" (
	"_id" text PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"reason" text NOT NULL,
	"key" text,
	"user_id" text,
	"webhook" text,
	"recipient" text DEFAULT '' NOT NULL,
	"data" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"token" text NOT NULL,
	"date" timestamp (3) with time zone NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"attempt" integer DEFAULT 0 NOT NULL,
	"next_attempt" timestamp (3) with time zone NOT NULL,
	"lease_until" timestamp (3) with time zone,
	"claimed" timestamp (3) with time zone,
	"ended" timestamp (3) with time zone,
	"status" integer,
	"answer" text DEFAULT '' NOT NULL,
	CONSTRAINT "outbox_key_unique" UNIQUE("key")
);
--> statement-breakpoint
CREATE INDEX "outbox_date_sort" ON "outbox" USING btree ("date","_id");
--> statement-breakpoint
CREATE INDEX "outbox_due" ON "outbox" USING btree ("kind","next_attempt") WHERE "outbox"."state" = 'waiting';
--> statement-breakpoint
CREATE INDEX "outbox_due_webhook" ON "outbox" USING btree ("webhook","next_attempt") WHERE "outbox"."state" = 'waiting';
--> statement-breakpoint
CREATE INDEX "outbox_leased" ON "outbox" USING btree ("lease_until") WHERE "outbox"."lease_until" is not null;
--> statement-breakpoint
CREATE INDEX "outbox_claimed" ON "outbox" USING btree ("claimed") WHERE "outbox"."kind" = 'mail';
--> statement-breakpoint
CREATE INDEX "outbox_user" ON "outbox" USING btree ("user_id","date","_id") WHERE "outbox"."user_id" is not null;
--> statement-breakpoint
CREATE INDEX "outbox_webhook" ON "outbox" USING btree ("webhook","date","_id") WHERE "outbox"."webhook" is not null;
--> statement-breakpoint
CREATE INDEX "outbox_token" ON "outbox" USING btree ("token");
--> statement-breakpoint
CREATE TABLE "webhooks" (
	"_id" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"url" text NOT NULL,
	"events" text[] NOT NULL,
	"template" text DEFAULT '' NOT NULL,
	"is_on" boolean DEFAULT true NOT NULL,
	"message" text DEFAULT '' NOT NULL,
	"secret" text NOT NULL,
	"old_secret" text,
	"secret_until" timestamp (3) with time zone,
	"failing_since" timestamp (3) with time zone,
	"date_create" timestamp (3) with time zone NOT NULL,
	"date_update" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "installation" (
	"_id" text PRIMARY KEY DEFAULT 'installation' NOT NULL,
	"is_demo" boolean NOT NULL,
	"is_complete" boolean DEFAULT true NOT NULL,
	"date" timestamp (3) with time zone NOT NULL,
	"time_zone" text,
	"retention_visits" integer,
	"retention_audit" integer,
	CONSTRAINT "installation_single" CHECK ("installation"."_id" = 'installation')
);
--> statement-breakpoint
CREATE TABLE "settings" (
	"_id" text PRIMARY KEY DEFAULT 'settings' NOT NULL,
	"value" jsonb NOT NULL,
	"date_update" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "settings_single" CHECK ("settings"."_id" = 'settings')
);
--> statement-breakpoint
CREATE TABLE "histories" (
	"_id" text NOT NULL,
	"date" timestamp (3) with time zone NOT NULL,
	"user_id" text NOT NULL,
	"content_id" text NOT NULL,
	"episode_id" text,
	"media_type" text NOT NULL,
	"search" text NOT NULL,
	"user_name" text NOT NULL,
	"user_name_key" text COLLATE "C" GENERATED ALWAYS AS (sort_key("user_name")) STORED,
	"title" text NOT NULL,
	"title_key" text COLLATE "C" GENERATED ALWAYS AS (sort_key("title")) STORED,
	"episode" text DEFAULT '' NOT NULL,
	"content_link" text DEFAULT '' NOT NULL,
	"resource" text NOT NULL,
	"genres" jsonb NOT NULL,
	"year" integer,
	CONSTRAINT "histories_pkey" PRIMARY KEY("_id","date")
) PARTITION BY RANGE ("date");
--> statement-breakpoint
CREATE INDEX "histories_date" ON "histories" USING btree ("date","_id");
--> statement-breakpoint
CREATE INDEX "histories_user" ON "histories" USING btree ("user_id","date","_id");
--> statement-breakpoint
CREATE INDEX "histories_content" ON "histories" USING btree ("content_id","date","_id","media_type");
--> statement-breakpoint
CREATE INDEX "histories_episode" ON "histories" USING btree ("episode_id","date","_id","content_id") WHERE "histories"."episode_id" is not null;
--> statement-breakpoint
CREATE INDEX "histories_media_type" ON "histories" USING btree ("media_type","date","_id");
--> statement-breakpoint
CREATE INDEX "histories_user_name_sort" ON "histories" USING btree ("user_name_key","_id");
--> statement-breakpoint
CREATE INDEX "histories_title_sort" ON "histories" USING btree ("title_key","_id");
--> statement-breakpoint
CREATE INDEX "histories_search" ON "histories" USING gin ("search" gin_trgm_ops);
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
	"slot" integer DEFAULT 0 NOT NULL,
	"media_type" text NOT NULL,
	"is_episode" boolean NOT NULL,
	"visits" integer NOT NULL,
	CONSTRAINT "history_items_item_id_day_slot_pk" PRIMARY KEY("item_id","day","slot")
);
--> statement-breakpoint
CREATE INDEX "history_items_day" ON "history_items" USING btree ("day") WHERE not "history_items"."is_episode";
--> statement-breakpoint
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
CREATE INDEX "issue_comments_issue" ON "issue_comments" USING btree ("issue","number");
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
	"number" bigint GENERATED ALWAYS AS IDENTITY (sequence name "issue_groups_number_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"media_id" text NOT NULL,
	"media_type" text NOT NULL,
	"issue_type" text NOT NULL,
	"resource" text NOT NULL,
	"parent_id" text,
	"title" text NOT NULL,
	"title_key" text COLLATE "C" NOT NULL,
	"reference" text NOT NULL,
	"reference_key" text COLLATE "C" GENERATED ALWAYS AS (sort_key("reference")) STORED,
	"search" text NOT NULL,
	"open" integer NOT NULL,
	"fixed" integer NOT NULL,
	"last_date" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "issue_groups_number_unique" UNIQUE("number")
);
--> statement-breakpoint
CREATE UNIQUE INDEX "issue_groups_once" ON "issue_groups" USING btree ("media_id","issue_type");
--> statement-breakpoint
CREATE INDEX "issue_groups_open_sort" ON "issue_groups" USING btree ("open","_id");
--> statement-breakpoint
CREATE INDEX "issue_groups_last_date_sort" ON "issue_groups" USING btree ("last_date","_id");
--> statement-breakpoint
CREATE INDEX "issue_groups_title_sort" ON "issue_groups" USING btree ("title_key","_id");
--> statement-breakpoint
CREATE INDEX "issue_groups_reference_sort" ON "issue_groups" USING btree ("reference_key","_id");
--> statement-breakpoint
CREATE INDEX "issue_groups_media_type_sort" ON "issue_groups" USING btree ("media_type","_id");
--> statement-breakpoint
CREATE INDEX "issue_groups_issue_type_sort" ON "issue_groups" USING btree ("issue_type","_id");
--> statement-breakpoint
CREATE INDEX "issue_groups_fixed_sort" ON "issue_groups" USING btree ("fixed","_id");
--> statement-breakpoint
CREATE INDEX "issue_groups_search" ON "issue_groups" USING gin ("search" gin_trgm_ops);
--> statement-breakpoint
CREATE TABLE "issues" (
	"_id" text PRIMARY KEY NOT NULL,
	"number" bigint GENERATED ALWAYS AS IDENTITY (sequence name "issues_number_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"group_number" bigint NOT NULL,
	"media_id" text NOT NULL,
	"media_type" text NOT NULL,
	"issue_type" text NOT NULL,
	"status" boolean DEFAULT false NOT NULL,
	"date" timestamp (3) with time zone NOT NULL,
	"day" date NOT NULL,
	"user_id" text NOT NULL,
	"user_update" text DEFAULT '' NOT NULL,
	"date_update" timestamp (3) with time zone NOT NULL,
	"repair" text,
	"assignee" text
);
--> statement-breakpoint
CREATE UNIQUE INDEX "issues_number" ON "issues" USING btree ("number");
--> statement-breakpoint
CREATE INDEX "issues_date" ON "issues" USING btree ("date","_id","status","media_type","issue_type");
--> statement-breakpoint
CREATE INDEX "issues_status" ON "issues" USING btree ("status","date","_id","media_type","issue_type");
--> statement-breakpoint
CREATE INDEX "issues_media_type" ON "issues" USING btree ("media_type","date","_id","status","issue_type");
--> statement-breakpoint
CREATE INDEX "issues_issue_type" ON "issues" USING btree ("issue_type","date","_id","status","media_type");
--> statement-breakpoint
CREATE INDEX "issues_media" ON "issues" USING btree ("media_id","date","_id","status","issue_type");
--> statement-breakpoint
CREATE INDEX "issues_group" ON "issues" USING btree ("group_number","date","_id");
--> statement-breakpoint
CREATE INDEX "issues_day" ON "issues" USING btree ("day","status","group_number","date");
--> statement-breakpoint
CREATE INDEX "issues_user" ON "issues" USING btree ("user_id","date");
--> statement-breakpoint
CREATE INDEX "issues_repair" ON "issues" USING btree ("repair") WHERE "issues"."repair" is not null;
--> statement-breakpoint
CREATE INDEX "issues_assignee" ON "issues" USING btree ("assignee","date","_id","status","media_type","issue_type") WHERE "issues"."assignee" is not null;
--> statement-breakpoint
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
CREATE INDEX "job_runs_begun_sort" ON "job_runs" USING btree ("begun","_id");
--> statement-breakpoint
CREATE INDEX "job_runs_kind" ON "job_runs" USING btree ("kind","key","begun");
--> statement-breakpoint
CREATE INDEX "job_runs_user" ON "job_runs" USING btree ("user_id","begun") WHERE "job_runs"."user_id" is not null;
--> statement-breakpoint
CREATE UNIQUE INDEX "job_runs_open" ON "job_runs" USING btree ("kind","key") WHERE "job_runs"."ended" is null;
--> statement-breakpoint
CREATE TABLE "job_switches" (
	"kind" text PRIMARY KEY NOT NULL,
	"is_on" boolean NOT NULL
);
--> statement-breakpoint
CREATE TABLE "tasks" (
	"_id" text PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"key" text NOT NULL,
	"user_id" text,
	"state" text DEFAULT 'waiting' NOT NULL,
	"due" timestamp (3) with time zone NOT NULL,
	"created" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"started" timestamp (3) with time zone,
	"retries" integer DEFAULT 0 NOT NULL,
	"longest" integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX "tasks_waiting" ON "tasks" USING btree ("kind","key") WHERE "tasks"."state" = 'waiting';
--> statement-breakpoint
CREATE INDEX "tasks_due" ON "tasks" USING btree ("due") WHERE "tasks"."state" <> 'running';
--> statement-breakpoint
CREATE TABLE "trash" (
	"_id" text PRIMARY KEY NOT NULL,
	"resource" text NOT NULL,
	"record" text NOT NULL,
	"parent" text,
	"title" text NOT NULL,
	"title_key" text COLLATE "C" NOT NULL,
	"detail" text NOT NULL,
	"parts" integer NOT NULL,
	"deleted_by" text NOT NULL,
	"date" timestamp (3) with time zone NOT NULL,
	"snapshot" jsonb NOT NULL,
	"search" text NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX "trash_record" ON "trash" USING btree ("resource","record");
--> statement-breakpoint
CREATE INDEX "trash_date_sort" ON "trash" USING btree ("resource","date","_id");
--> statement-breakpoint
CREATE INDEX "trash_title_sort" ON "trash" USING btree ("resource","title_key","_id");
--> statement-breakpoint
CREATE INDEX "trash_date" ON "trash" USING btree ("date");
--> statement-breakpoint
CREATE INDEX "trash_search" ON "trash" USING gin ("search" gin_trgm_ops);
--> statement-breakpoint
CREATE TABLE "balances" (
	"_id" text PRIMARY KEY NOT NULL,
	"months" integer NOT NULL,
	CONSTRAINT "balances_not_negative" CHECK ("balances"."months" >= 0)
);
--> statement-breakpoint
CREATE TABLE "expiry_days" (
	"day" date PRIMARY KEY NOT NULL,
	"licences" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "licences" (
	"_id" text PRIMARY KEY NOT NULL,
	"owner" text,
	"date_expire" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE INDEX "licences_expiry" ON "licences" USING btree ("date_expire","_id");
--> statement-breakpoint
CREATE INDEX "licences_owner" ON "licences" USING btree ("owner","date_expire","_id");
--> statement-breakpoint
CREATE TABLE "login_attempts" (
	"_id" text PRIMARY KEY NOT NULL,
	"name_key" text COLLATE "C" NOT NULL,
	"address" text NOT NULL,
	"lane" text COLLATE "C" DEFAULT '' NOT NULL,
	"pending" boolean DEFAULT false NOT NULL,
	"at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE INDEX "login_attempts_name" ON "login_attempts" USING btree ("name_key","address","at");
--> statement-breakpoint
CREATE INDEX "login_attempts_address" ON "login_attempts" USING btree ("address","at");
--> statement-breakpoint
CREATE INDEX "login_attempts_at" ON "login_attempts" USING btree ("at");
--> statement-breakpoint
CREATE TABLE "profiles" (
	"_id" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"name_key" text COLLATE "C" NOT NULL,
	"access_web" boolean NOT NULL,
	"access_app" boolean NOT NULL,
	"date_validate" boolean NOT NULL,
	"device_validate" boolean NOT NULL,
	"second_factor" boolean DEFAULT false NOT NULL,
	"is_system" boolean DEFAULT false NOT NULL,
	"route_access" jsonb NOT NULL,
	"search" text GENERATED ALWAYS AS (' ' || name_key) STORED,
	"date_create" timestamp (3) with time zone NOT NULL,
	"date_update" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX "profiles_name" ON "profiles" USING btree ("name_key");
--> statement-breakpoint
CREATE TABLE "server_secrets" (
	"name" text PRIMARY KEY NOT NULL,
	"value" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"_id" text DEFAULT gen_random_uuid()::text NOT NULL,
	"user" text NOT NULL,
	"is_app" boolean DEFAULT false NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"last_use" timestamp (3) with time zone NOT NULL,
	"confirmed_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"agent" text DEFAULT '' NOT NULL,
	"address" text DEFAULT '' NOT NULL,
	"written" bigint,
	CONSTRAINT "sessions__id_unique" UNIQUE("_id")
);
--> statement-breakpoint
CREATE INDEX "sessions_user" ON "sessions" USING btree ("user");
--> statement-breakpoint
CREATE INDEX "sessions_last_use" ON "sessions" USING btree ("last_use");
--> statement-breakpoint
CREATE TABLE "users" (
	"_id" text PRIMARY KEY NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	"search" text NOT NULL,
	"name" text NOT NULL,
	"name_key" text COLLATE "C" NOT NULL,
	"password_hash" text NOT NULL,
	"is_password_given" boolean DEFAULT false NOT NULL,
	"full_name" text NOT NULL,
	"full_name_key" text COLLATE "C" NOT NULL,
	"email" text COLLATE "und-x-icu" DEFAULT '' NOT NULL,
	"address" text DEFAULT '' NOT NULL,
	"tele_phone" text DEFAULT '' NOT NULL,
	"cel_phone" text COLLATE "und-x-icu" DEFAULT '' NOT NULL,
	"comment" text DEFAULT '' NOT NULL,
	"mail_notify" boolean DEFAULT false NOT NULL,
	"profile" text NOT NULL,
	"platform" text COLLATE "C" NOT NULL,
	"use_tv_list" boolean DEFAULT false NOT NULL,
	"status" text DEFAULT 'enable' NOT NULL,
	"device" jsonb,
	"views" integer DEFAULT 0 NOT NULL,
	"last_login" timestamp (3) with time zone,
	"created_by" text,
	"user_create" text COLLATE "und-x-icu" DEFAULT '' NOT NULL,
	"user_update" text DEFAULT '' NOT NULL,
	"date_create" timestamp (3) with time zone NOT NULL,
	"date_update" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX "users_name" ON "users" USING btree ("name_key") WHERE "users"."deleted_at" is null;
--> statement-breakpoint
CREATE INDEX "users_name_sort" ON "users" USING btree ("name_key","_id") WHERE "users"."deleted_at" is null;
--> statement-breakpoint
CREATE INDEX "users_full_name_sort" ON "users" USING btree ("full_name_key","_id") WHERE "users"."deleted_at" is null;
--> statement-breakpoint
CREATE INDEX "users_platform_sort" ON "users" USING btree ("platform","_id") WHERE "users"."deleted_at" is null;
--> statement-breakpoint
CREATE INDEX "users_email_sort" ON "users" USING btree ("email","_id") WHERE "users"."deleted_at" is null;
--> statement-breakpoint
CREATE INDEX "users_cel_phone_sort" ON "users" USING btree ("cel_phone","_id") WHERE "users"."deleted_at" is null;
--> statement-breakpoint
CREATE INDEX "users_user_create_sort" ON "users" USING btree ("user_create","_id") WHERE "users"."deleted_at" is null;
--> statement-breakpoint
CREATE INDEX "users_date_create_sort" ON "users" USING btree ("date_create","_id") WHERE "users"."deleted_at" is null;
--> statement-breakpoint
CREATE INDEX "users_last_login_sort" ON "users" USING btree ("last_login","_id") WHERE "users"."deleted_at" is null;
--> statement-breakpoint
CREATE INDEX "users_status_sort" ON "users" USING btree ("status","_id") WHERE "users"."deleted_at" is null;
--> statement-breakpoint
CREATE INDEX "users_device" ON "users" USING btree ((lower(regexp_replace("device" ->> 'macAddress', '[[:space:]:.-]', '', 'g')) collate "C")) WHERE "users"."deleted_at" is null and "users"."device" is not null;
--> statement-breakpoint
CREATE INDEX "users_customers" ON "users" USING btree ("created_by","name_key","_id") WHERE "users"."deleted_at" is null;
--> statement-breakpoint
CREATE INDEX "users_customer_full_name" ON "users" USING btree ("created_by","full_name_key","_id") WHERE "users"."deleted_at" is null;
--> statement-breakpoint
CREATE INDEX "users_customer_email" ON "users" USING btree ("created_by","email","_id") WHERE "users"."deleted_at" is null;
--> statement-breakpoint
CREATE INDEX "users_customer_cel_phone" ON "users" USING btree ("created_by","cel_phone","_id") WHERE "users"."deleted_at" is null;
--> statement-breakpoint
CREATE INDEX "users_customer_date_create" ON "users" USING btree ("created_by","date_create","_id") WHERE "users"."deleted_at" is null;
--> statement-breakpoint
CREATE INDEX "users_customer_last_login" ON "users" USING btree ("created_by","last_login","_id") WHERE "users"."deleted_at" is null;
--> statement-breakpoint
CREATE INDEX "users_profile" ON "users" USING btree ("profile","name_key","_id") WHERE "users"."deleted_at" is null;
--> statement-breakpoint
CREATE INDEX "users_search" ON "users" USING gin ("search" gin_trgm_ops);
--> statement-breakpoint
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
CREATE UNIQUE INDEX "saved_views_owner" ON "saved_views" USING btree ("owner","list","name_key");
--> statement-breakpoint
CREATE UNIQUE INDEX "saved_views_profile" ON "saved_views" USING btree ("profile","list","name_key");
--> statement-breakpoint
-- ## Partitions of the logs; rows of a month without one are stored in the default partition
CREATE TABLE "histories_default" PARTITION OF "histories" DEFAULT;
--> statement-breakpoint
CREATE TABLE "audit_entries_default" PARTITION OF "audit_entries" DEFAULT;
--> statement-breakpoint
CREATE TABLE "audit_personal_default" PARTITION OF "audit_personal" DEFAULT;
--> statement-breakpoint
-- ## Foreign keys
ALTER TABLE "apk_chunks" ADD CONSTRAINT "apk_chunks_file_apk_files__id_fk" FOREIGN KEY ("file") REFERENCES "public"."apk_files"("_id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "batch_records" ADD CONSTRAINT "batch_records_batch_batches__id_fk" FOREIGN KEY ("batch") REFERENCES "public"."batches"("_id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "batches" ADD CONSTRAINT "batches_created_by_users__id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("_id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "batches" ADD CONSTRAINT "batches_undoes_batches__id_fk" FOREIGN KEY ("undoes") REFERENCES "public"."batches"("_id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "channels" ADD CONSTRAINT "channels_channel_guide_channel_guides__id_fk" FOREIGN KEY ("channel_guide") REFERENCES "public"."channel_guides"("_id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "guide_channels" ADD CONSTRAINT "guide_channels_guide_channel_guides__id_fk" FOREIGN KEY ("guide") REFERENCES "public"."channel_guides"("_id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "guide_readings" ADD CONSTRAINT "guide_readings_guide_channel_guides__id_fk" FOREIGN KEY ("guide") REFERENCES "public"."channel_guides"("_id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "episodes" ADD CONSTRAINT "episodes_serie_id_series__id_fk" FOREIGN KEY ("serie_id") REFERENCES "public"."series"("_id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "license_transactions" ADD CONSTRAINT "license_transactions_user_created_users__id_fk" FOREIGN KEY ("user_created") REFERENCES "public"."users"("_id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "license_transactions" ADD CONSTRAINT "license_transactions_user_licensed_users__id_fk" FOREIGN KEY ("user_licensed") REFERENCES "public"."users"("_id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "challenges" ADD CONSTRAINT "challenges_user_users__id_fk" FOREIGN KEY ("user") REFERENCES "public"."users"("_id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "factors" ADD CONSTRAINT "factors_user_users__id_fk" FOREIGN KEY ("user") REFERENCES "public"."users"("_id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "recovery_codes" ADD CONSTRAINT "recovery_codes_user_users__id_fk" FOREIGN KEY ("user") REFERENCES "public"."users"("_id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "import_rows" ADD CONSTRAINT "import_rows_import_imports__id_fk" FOREIGN KEY ("import") REFERENCES "public"."imports"("_id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "imports" ADD CONSTRAINT "imports_created_by_users__id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("_id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_user_users__id_fk" FOREIGN KEY ("user") REFERENCES "public"."users"("_id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "outbox" ADD CONSTRAINT "outbox_user_id_users__id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("_id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "outbox" ADD CONSTRAINT "outbox_webhook_webhooks__id_fk" FOREIGN KEY ("webhook") REFERENCES "public"."webhooks"("_id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "issue_comments" ADD CONSTRAINT "issue_comments_issue_issues__id_fk" FOREIGN KEY ("issue") REFERENCES "public"."issues"("_id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "issue_comments" ADD CONSTRAINT "issue_comments_user_id_users__id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("_id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "issues" ADD CONSTRAINT "issues_group_number_issue_groups_number_fk" FOREIGN KEY ("group_number") REFERENCES "public"."issue_groups"("number") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "job_runs" ADD CONSTRAINT "job_runs_user_id_users__id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("_id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "balances" ADD CONSTRAINT "balances__id_users__id_fk" FOREIGN KEY ("_id") REFERENCES "public"."users"("_id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "licences" ADD CONSTRAINT "licences__id_users__id_fk" FOREIGN KEY ("_id") REFERENCES "public"."users"("_id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_users__id_fk" FOREIGN KEY ("user") REFERENCES "public"."users"("_id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_profile_profiles__id_fk" FOREIGN KEY ("profile") REFERENCES "public"."profiles"("_id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_created_by_users__id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("_id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "saved_views" ADD CONSTRAINT "saved_views_owner_users__id_fk" FOREIGN KEY ("owner") REFERENCES "public"."users"("_id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "saved_views" ADD CONSTRAINT "saved_views_profile_profiles__id_fk" FOREIGN KEY ("profile") REFERENCES "public"."profiles"("_id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
-- ## Storage
-- An APK is already compressed: compressing it again only costs time.
ALTER TABLE "apk_chunks" ALTER COLUMN "bytes" SET STORAGE EXTERNAL;
--> statement-breakpoint
-- Searches read this text of every candidate: kept inline instead of in the TOAST table.
ALTER TABLE "movies" ALTER COLUMN "search" SET STORAGE MAIN;
--> statement-breakpoint
ALTER TABLE "documentaries" ALTER COLUMN "search" SET STORAGE MAIN;
--> statement-breakpoint
ALTER TABLE "discoveries" ALTER COLUMN "search" SET STORAGE MAIN;
--> statement-breakpoint
ALTER TABLE "musics" ALTER COLUMN "search" SET STORAGE MAIN;
--> statement-breakpoint
ALTER TABLE "sports" ALTER COLUMN "search" SET STORAGE MAIN;
--> statement-breakpoint
ALTER TABLE "series" ALTER COLUMN "search" SET STORAGE MAIN;
--> statement-breakpoint
ALTER TABLE "episodes" ALTER COLUMN "search" SET STORAGE MAIN;
--> statement-breakpoint
-- ## Catalogue: number of episodes per series
CREATE FUNCTION add_episodes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE series SET episodes = series.episodes + c.n
  FROM (SELECT serie_id, count(*) AS n FROM added GROUP BY serie_id) c WHERE series._id = c.serie_id;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER episodes_added
AFTER INSERT ON episodes REFERENCING NEW TABLE AS added
FOR EACH STATEMENT EXECUTE FUNCTION add_episodes();
--> statement-breakpoint
CREATE FUNCTION remove_episodes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE series SET episodes = series.episodes - c.n
  FROM (SELECT serie_id, count(*) AS n FROM removed GROUP BY serie_id) c WHERE series._id = c.serie_id;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER episodes_removed
AFTER DELETE ON episodes REFERENCING OLD TABLE AS removed
FOR EACH STATEMENT EXECUTE FUNCTION remove_episodes();
--> statement-breakpoint
-- ## Sign-in: serialised attempts
-- Admits a sign-in attempt: returns 0, the seconds to wait, or -1 while pending attempts may exhaust the limit.
-- Serialised per name and per address across nodes, so that concurrent attempts cannot exceed a limit.
-- Expired attempts are deleted elsewhere.
CREATE FUNCTION admit_login_attempt(
  attempt text,
  attempt_name text,
  attempt_address text,
  attempt_lane text,
  attempt_at timestamptz,
  per_name_and_address integer,
  per_address integer,
  per_lane integer,
  window_seconds integer,
  pending_seconds integer
) RETURNS integer LANGUAGE plpgsql AS $$
DECLARE
  since timestamptz := attempt_at - make_interval(secs => window_seconds);
  given_up timestamptz := attempt_at - make_interval(secs => pending_seconds);
  wait integer;
  is_full boolean;
BEGIN
  -- Always in this order, to avoid deadlocks.
  PERFORM pg_advisory_xact_lock(hashtextextended('login name ' || attempt_name, 0));
  PERFORM pg_advisory_xact_lock(hashtextextended('login address ' || attempt_address, 0));
  SELECT max(ceil(extract(epoch FROM (blocking - since)))), bool_or(attempts >= most) INTO wait, is_full
  FROM (
    SELECT most, count(a._id) AS attempts,
      (array_agg(a.at ORDER BY a.at DESC) FILTER (WHERE NOT a.pending OR a.at <= given_up))[most] AS blocking
    FROM (VALUES (1, per_name_and_address), (2, per_address), (3, per_lane)) AS bound (number, most)
    JOIN LATERAL (
      SELECT _id, at, pending FROM login_attempts
        WHERE number = 1 AND name_key = attempt_name AND address = attempt_address AND at > since
      UNION ALL
      SELECT _id, at, pending FROM login_attempts
        WHERE number = 2 AND address = attempt_address AND at > since
      UNION ALL
      SELECT _id, at, pending FROM login_attempts
        WHERE number = 3 AND name_key = attempt_name AND lane = attempt_lane AND at > since
    ) a ON true
    GROUP BY number, most
  ) AS counted;
  IF wait IS NOT NULL THEN
    RETURN greatest(wait, 1);
  END IF;
  IF is_full THEN
    RETURN -1;
  END IF;
  INSERT INTO login_attempts (_id, name_key, address, lane, pending, at)
    VALUES (attempt, attempt_name, attempt_address, attempt_lane, true, attempt_at);
  RETURN 0;
END
$$;
--> statement-breakpoint
-- ## Ledger: append-only, with sums by day and seller
-- Time zone of the day counts; the default until the first start stores one.
CREATE FUNCTION counted_zone() RETURNS text LANGUAGE sql STABLE AS $$
  SELECT coalesce((SELECT time_zone FROM installation), 'America/Santo_Domingo')
$$;
--> statement-breakpoint
-- Processed transactions are immutable, for every role.
CREATE FUNCTION refuse_ledger_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'a processed license transaction never changes' USING ERRCODE = 'restrict_violation';
END
$$;
--> statement-breakpoint
CREATE TRIGGER license_transactions_append_only
BEFORE UPDATE OR DELETE ON license_transactions
FOR EACH ROW WHEN (OLD.status = 'PROCESSED')
EXECUTE FUNCTION refuse_ledger_change();
--> statement-breakpoint
CREATE TRIGGER license_transactions_no_truncate
BEFORE TRUNCATE ON license_transactions
FOR EACH STATEMENT EXECUTE FUNCTION refuse_ledger_change();
--> statement-breakpoint
-- Sums per day and per month between two days; a month's sum is only complete if all its days are included.
CREATE FUNCTION computed_ledger_sums(zone text, first_day date, last_day date)
RETURNS TABLE (span text, start date, user_created text, user_created_name text, owner text, type text,
  transactions integer, credits bigint, total numeric(18, 2)) LANGUAGE sql STABLE AS $$
  WITH days AS (
    SELECT (t.date AT TIME ZONE zone)::date AS day, t.user_created, t.user_created_name,
      CASE WHEN u.deleted_at IS NULL THEN coalesce(u.created_by, '') ELSE '' END AS owner, t.type,
      count(*)::integer AS transactions, sum(t.count) AS credits, sum(t.total) AS total
    FROM license_transactions t JOIN users u ON u._id = t.user_licensed
    WHERE t.status = 'PROCESSED' AND t.date >= first_day - 1 AND t.date < last_day + 2
      AND (t.date AT TIME ZONE zone)::date BETWEEN first_day AND last_day
    GROUP BY 1, 2, 3, 4, 5)
  SELECT 'day', day, user_created, user_created_name, owner, type, transactions, credits, total FROM days
  UNION ALL
  SELECT 'month', day - (extract(day FROM day)::integer - 1), user_created, user_created_name, owner, type,
    sum(transactions)::integer, sum(credits)::bigint, sum(total)
  FROM days GROUP BY 2, 3, 4, 5, 6
$$;
--> statement-breakpoint
-- Rebuilds all sums, with the days of a time zone.
CREATE FUNCTION recount_ledger(zone text) RETURNS void LANGUAGE sql AS $$
  DELETE FROM ledger_sums;
  INSERT INTO ledger_sums SELECT * FROM computed_ledger_sums(zone, '-infinity', 'infinity')
$$;
--> statement-breakpoint
CREATE FUNCTION count_transaction() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  its_day date := (NEW.date AT TIME ZONE counted_zone())::date;
  its_owner text := coalesce((SELECT created_by FROM users WHERE _id = NEW.user_licensed AND deleted_at IS NULL), '');
BEGIN
  INSERT INTO ledger_sums AS s
  VALUES
    ('day', its_day, NEW.user_created, NEW.user_created_name, its_owner, NEW.type, 1, NEW.count, NEW.total),
    ('month', its_day - (extract(day FROM its_day)::integer - 1), NEW.user_created, NEW.user_created_name, its_owner,
      NEW.type, 1, NEW.count, NEW.total)
  ON CONFLICT (user_created, span, start, owner, type, user_created_name) DO UPDATE SET
    transactions = s.transactions + 1, credits = s.credits + excluded.credits, total = s.total + excluded.total;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER license_transactions_added
AFTER INSERT ON license_transactions
FOR EACH ROW WHEN (
  NEW.status = 'PROCESSED' AND current_setting('cartelera.count_together', true) IS DISTINCT FROM 'on')
EXECUTE FUNCTION count_transaction();
--> statement-breakpoint
CREATE TRIGGER license_transactions_processed
AFTER UPDATE OF status ON license_transactions
FOR EACH ROW WHEN (OLD.status <> 'PROCESSED' AND NEW.status = 'PROCESSED')
EXECUTE FUNCTION count_transaction();
--> statement-breakpoint
-- Bulk inserts: adds one sum per statement, because per row each update would scan the dead versions of the earlier
-- ones. Enabled by the inserting session with `cartelera.count_together`.
CREATE FUNCTION count_transactions_together() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  zone text := counted_zone();
BEGIN
  INSERT INTO ledger_sums AS s
  WITH days AS (
    SELECT (a.date AT TIME ZONE zone)::date AS day, a.user_created, a.user_created_name, coalesce(u.created_by, '') AS owner,
      a.type, count(*) AS transactions, sum(a.count) AS credits, sum(a.total) AS total
    FROM added a LEFT JOIN users u ON u._id = a.user_licensed AND u.deleted_at IS NULL
    WHERE a.status = 'PROCESSED' GROUP BY 1, 2, 3, 4, 5),
  spans AS (
    SELECT 'day' AS span, * FROM days
    UNION ALL
    SELECT 'month', day - (extract(day FROM day)::integer - 1), user_created, user_created_name, owner, type,
      sum(transactions), sum(credits), sum(total)
    FROM days GROUP BY 2, 3, 4, 5, 6)
  SELECT span, day, user_created, user_created_name, owner, type, transactions, credits, total
  FROM spans ORDER BY user_created, span, day, owner, type, user_created_name
  ON CONFLICT (user_created, span, start, owner, type, user_created_name) DO UPDATE SET
    transactions = s.transactions + excluded.transactions, credits = s.credits + excluded.credits,
    total = s.total + excluded.total;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER license_transactions_added_together
AFTER INSERT ON license_transactions REFERENCING NEW TABLE AS added
FOR EACH STATEMENT WHEN (current_setting('cartelera.count_together', true) = 'on')
EXECUTE FUNCTION count_transactions_together();
--> statement-breakpoint
-- On a change of owner or a deletion, moves the customer's sums, which define whose scope they are in.
CREATE FUNCTION move_ledger_sums() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  zone text := counted_zone();
  old_owner text := CASE WHEN OLD.deleted_at IS NULL THEN coalesce(OLD.created_by, '') ELSE '' END;
  new_owner text := CASE WHEN NEW.deleted_at IS NULL THEN coalesce(NEW.created_by, '') ELSE '' END;
BEGIN
  IF old_owner = new_owner THEN
    RETURN NULL;
  END IF;
  -- Blocks concurrent sales, which would use the old owner.
  PERFORM FROM users WHERE _id = NEW._id FOR UPDATE;
  INSERT INTO ledger_sums AS s
  WITH days AS (
    SELECT (date AT TIME ZONE zone)::date AS day, user_created, user_created_name, type, count(*) AS transactions,
      sum(count) AS credits, sum(total) AS total
    FROM license_transactions WHERE user_licensed = NEW._id AND status = 'PROCESSED' GROUP BY 1, 2, 3, 4),
  spans AS (
    SELECT 'day' AS span, * FROM days
    UNION ALL
    SELECT 'month', day - (extract(day FROM day)::integer - 1), user_created, user_created_name, type,
      sum(transactions), sum(credits), sum(total)
    FROM days GROUP BY 2, 3, 4, 5)
  SELECT span, day, user_created, user_created_name, owner, type, sign * transactions, sign * credits, sign * total
  FROM spans, (VALUES (old_owner, -1), (new_owner, 1)) moved (owner, sign)
  ORDER BY span, day, user_created, owner, type, user_created_name
  ON CONFLICT (user_created, span, start, owner, type, user_created_name) DO UPDATE SET
    transactions = s.transactions + excluded.transactions, credits = s.credits + excluded.credits,
    total = s.total + excluded.total;
  DELETE FROM ledger_sums s USING license_transactions t
  WHERE t.user_licensed = NEW._id AND s.user_created = t.user_created AND s.owner = old_owner AND s.transactions = 0;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER users_moved
AFTER UPDATE OF created_by, deleted_at ON users
FOR EACH ROW WHEN ((OLD.created_by, OLD.deleted_at) IS DISTINCT FROM (NEW.created_by, NEW.deleted_at))
EXECUTE FUNCTION move_ledger_sums();
--> statement-breakpoint
CREATE FUNCTION transaction_search_id(seller text, target text, search text) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT encode(sha256(convert_to(concat_ws(E'\n', seller, target, search), 'UTF8')), 'base64')
$$;
--> statement-breakpoint
-- Rebuilds the search texts of all transactions.
CREATE FUNCTION recount_transaction_search() RETURNS void LANGUAGE sql AS $$
  DELETE FROM transaction_search;
  INSERT INTO transaction_search
    SELECT transaction_search_id(user_created, user_licensed, t.search), user_created, user_licensed,
      CASE WHEN u.deleted_at IS NULL THEN coalesce(u.created_by, '') ELSE '' END, transactions, t.search
    FROM (
      SELECT user_created, user_licensed, search, count(*)::integer AS transactions FROM license_transactions
      GROUP BY 1, 2, 3) t
    JOIN users u ON u._id = user_licensed
$$;
--> statement-breakpoint
-- Runs after the foreign key check, whose lock keeps the customer's owner stable until the commit.
CREATE FUNCTION add_transaction_search() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO transaction_search AS s
    SELECT transaction_search_id(user_created, user_licensed, t.search), user_created, user_licensed,
      CASE WHEN u.deleted_at IS NULL THEN coalesce(u.created_by, '') ELSE '' END, transactions, t.search
    FROM (
      SELECT user_created, user_licensed, search, count(*)::integer AS transactions FROM added GROUP BY 1, 2, 3) t
    JOIN users u ON u._id = user_licensed ORDER BY 1
  ON CONFLICT (_id) DO UPDATE SET transactions = s.transactions + excluded.transactions;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER license_transactions_added_search
AFTER INSERT ON license_transactions REFERENCING NEW TABLE AS added
FOR EACH STATEMENT EXECUTE FUNCTION add_transaction_search();
--> statement-breakpoint
CREATE FUNCTION remove_transaction_search() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  ids text[];
BEGIN
  SELECT array_agg(DISTINCT transaction_search_id(user_created, user_licensed, search)) INTO ids FROM removed;
  -- In key order, like the inserts, to avoid deadlocks.
  PERFORM FROM transaction_search WHERE _id = ANY (ids) ORDER BY _id FOR UPDATE;
  UPDATE transaction_search s SET transactions = s.transactions - gone.transactions
  FROM (
    SELECT transaction_search_id(user_created, user_licensed, search) AS _id, count(*)::integer AS transactions
    FROM removed GROUP BY 1) gone
  WHERE s._id = gone._id;
  DELETE FROM transaction_search WHERE _id = ANY (ids) AND transactions <= 0;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER license_transactions_removed_search
AFTER DELETE ON license_transactions REFERENCING OLD TABLE AS removed
FOR EACH STATEMENT EXECUTE FUNCTION remove_transaction_search();
--> statement-breakpoint
CREATE FUNCTION move_transaction_search() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- Blocks concurrent inserts of transactions, which would use the old owner.
  PERFORM FROM users WHERE _id = NEW._id FOR UPDATE;
  PERFORM FROM transaction_search WHERE user_licensed = NEW._id ORDER BY _id FOR UPDATE;
  UPDATE transaction_search
  SET owner = CASE WHEN NEW.deleted_at IS NULL THEN coalesce(NEW.created_by, '') ELSE '' END
  WHERE user_licensed = NEW._id;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER users_moved_search
AFTER UPDATE OF created_by, deleted_at ON users
FOR EACH ROW WHEN ((OLD.created_by, OLD.deleted_at) IS DISTINCT FROM (NEW.created_by, NEW.deleted_at))
EXECUTE FUNCTION move_transaction_search();
--> statement-breakpoint
-- ## Users: licences by day of expiry
-- Rebuilds all counts, with the days of a time zone.
CREATE FUNCTION recount_expiries(zone text) RETURNS void LANGUAGE sql AS $$
  DELETE FROM expiry_days;
  INSERT INTO expiry_days
    SELECT (date_expire AT TIME ZONE zone)::date, count(*) FROM licences WHERE date_expire IS NOT NULL GROUP BY 1
$$;
--> statement-breakpoint
CREATE FUNCTION add_licences() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO licences (_id, owner) SELECT _id, created_by FROM added WHERE deleted_at IS NULL;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER users_added
AFTER INSERT ON users REFERENCING NEW TABLE AS added
FOR EACH STATEMENT EXECUTE FUNCTION add_licences();
--> statement-breakpoint
-- Licences follow their user's owner. A deletion removes the licence, and the balance if it is used up.
CREATE FUNCTION change_owner() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.deleted_at IS NULL THEN
    INSERT INTO licences (_id, owner) VALUES (NEW._id, NEW.created_by)
    ON CONFLICT (_id) DO UPDATE SET owner = excluded.owner;
  ELSE
    DELETE FROM licences WHERE _id = NEW._id;
    DELETE FROM balances WHERE _id = NEW._id AND months = 0;
  END IF;
  RETURN NULL;
END
$$;
--> statement-breakpoint
-- Named to run after users_moved: the stored sums are locked in the order of docs/design/ledger.md.
CREATE TRIGGER users_owner_changed
AFTER UPDATE OF created_by, deleted_at ON users
FOR EACH ROW WHEN ((OLD.created_by, OLD.deleted_at) IS DISTINCT FROM (NEW.created_by, NEW.deleted_at))
EXECUTE FUNCTION change_owner();
--> statement-breakpoint
-- Updates the counts in day order, to avoid deadlocks between sales.
CREATE FUNCTION move_expiry() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  zone text := counted_zone();
  before date := CASE WHEN TG_OP <> 'INSERT' THEN (OLD.date_expire AT TIME ZONE zone)::date END;
  after date := CASE WHEN TG_OP <> 'DELETE' THEN (NEW.date_expire AT TIME ZONE zone)::date END;
BEGIN
  IF before IS DISTINCT FROM after THEN
    INSERT INTO expiry_days AS d
      SELECT day, more FROM (VALUES (before, -1), (after, 1)) moved (day, more)
      WHERE day IS NOT NULL ORDER BY day
    ON CONFLICT (day) DO UPDATE SET licences = d.licences + excluded.licences;
  END IF;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER licences_expiry_added
AFTER INSERT ON licences
FOR EACH ROW WHEN (NEW.date_expire IS NOT NULL)
EXECUTE FUNCTION move_expiry();
--> statement-breakpoint
CREATE TRIGGER licences_expiry_moved
AFTER UPDATE OF date_expire ON licences
FOR EACH ROW WHEN (OLD.date_expire IS DISTINCT FROM NEW.date_expire)
EXECUTE FUNCTION move_expiry();
--> statement-breakpoint
CREATE TRIGGER licences_expiry_removed
AFTER DELETE ON licences
FOR EACH ROW WHEN (OLD.date_expire IS NOT NULL)
EXECUTE FUNCTION move_expiry();
--> statement-breakpoint
-- ## Logs: visits by day and title, append-only audit log, monthly partitions
-- Rebuilds the visit counts of a range of days.
CREATE FUNCTION recount_visits(zone text, first_day date DEFAULT '-infinity', last_day date DEFAULT 'infinity')
RETURNS void LANGUAGE plpgsql
SET search_path = pg_catalog, pg_temp
AS $$
DECLARE
  since timestamptz := first_day::timestamp AT TIME ZONE zone;
  until timestamptz := (last_day + 1)::timestamp AT TIME ZONE zone;
BEGIN
  DELETE FROM public.history_items WHERE day BETWEEN first_day AND last_day;
  DELETE FROM public.history_days WHERE day BETWEEN first_day AND last_day;
  INSERT INTO public.history_items (item_id, day, media_type, is_episode, visits)
  SELECT item, (date AT TIME ZONE zone)::date, min(media_type), is_episode, count(*)
  FROM public.histories CROSS JOIN LATERAL (VALUES (content_id, false), (episode_id, true)) items (item, is_episode)
  WHERE date >= since AND date < until AND item IS NOT NULL GROUP BY 1, 2, 4;
  INSERT INTO public.history_days (day, media_type, slot, visits)
  SELECT (date AT TIME ZONE zone)::date, media_type, 0, count(*)
  FROM public.histories WHERE date >= since AND date < until GROUP BY 1, 2;
END
$$;
--> statement-breakpoint
-- ## The owner's functions check their arguments, since the server's role may call them (rule O11)
CREATE FUNCTION check_months(log text, months date[]) RETURNS void LANGUAGE plpgsql
SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF public.log_tables(log) IS NULL OR months IS NULL OR cardinality(months) > 1200 OR EXISTS (
    SELECT FROM unnest(months) m
    WHERE m IS NULL OR m NOT BETWEEN '1970-01-01' AND '9999-12-01' OR m <> date_trunc('month', m)::date) THEN
    RAISE EXCEPTION 'not the first days of months of a log' USING ERRCODE = 'invalid_parameter_value';
  END IF;
END
$$;
--> statement-breakpoint
-- Called by the owner's function, so that `current_user` is the owner, who is not bound by the retention.
CREATE FUNCTION check_drop(log text, month date, expected bigint, file text) RETURNS void LANGUAGE plpgsql
SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  kept integer := (SELECT CASE log WHEN 'visits' THEN retention_visits ELSE retention_audit END FROM public.installation);
BEGIN
  IF expected IS NULL OR expected < 0 OR file IS NULL OR length(file) > 200 OR (file = '' AND expected > 0) THEN
    RAISE EXCEPTION 'not an exported month' USING ERRCODE = 'invalid_parameter_value';
  END IF;
  IF NOT pg_has_role(session_user, current_user, 'MEMBER')
    AND (kept IS NULL OR month >= date_trunc('month', now() AT TIME ZONE 'UTC') - make_interval(months => kept)) THEN
    RAISE EXCEPTION 'the retention keeps %', to_char(month, 'YYYY-MM') USING ERRCODE = 'restrict_violation';
  END IF;
END
$$;
--> statement-breakpoint
CREATE FUNCTION check_erasure(people text[], most integer) RETURNS void LANGUAGE plpgsql
SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF people IS NULL OR array_position(people, NULL) IS NOT NULL OR most IS NULL OR most < 1 THEN
    RAISE EXCEPTION 'not a list of people' USING ERRCODE = 'invalid_parameter_value';
  END IF;
  IF EXISTS (SELECT FROM public.users WHERE _id = ANY (people) AND deleted_at IS NULL) THEN
    RAISE EXCEPTION 'only deleted users are erased' USING ERRCODE = 'restrict_violation';
  END IF;
END
$$;
--> statement-breakpoint
-- The audit log is append-only, for every role.
CREATE FUNCTION refuse_audit_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'the audit trail never changes' USING ERRCODE = 'restrict_violation';
END
$$;
--> statement-breakpoint
CREATE TRIGGER audit_entries_append_only
BEFORE UPDATE OR DELETE ON audit_entries
FOR EACH ROW EXECUTE FUNCTION refuse_audit_change();
--> statement-breakpoint
-- An update needs both the owner's rights and the setting, as within the SECURITY DEFINER function: a role with
-- excessive grants, or a mistyped statement in a console, lacks one of them.
CREATE FUNCTION refuse_audit_personal_change() RETURNS trigger LANGUAGE plpgsql
-- A temporary table called pg_class would otherwise tell it another owner.
SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND current_setting('cartelera.audit_erasure', true) = 'on'
    AND current_user = (SELECT pg_get_userbyid(relowner) FROM pg_class WHERE oid = TG_RELID) THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'the audit log never changes' USING ERRCODE = 'restrict_violation',
    HINT = 'erase_audit_personal() erases the personal data of people.';
END
$$;
--> statement-breakpoint
CREATE TRIGGER audit_personal_append_only
BEFORE UPDATE OR DELETE ON audit_personal
FOR EACH ROW EXECUTE FUNCTION refuse_audit_personal_change();
--> statement-breakpoint
-- Erases personal data from audit events: names, addresses, contact data and their search texts. Changes at most
-- `most` events and returns their number: repeat until it is smaller. Each run is recorded as an event.
CREATE FUNCTION erase_audit_personal(
  people text[],
  run_entry text DEFAULT gen_random_uuid()::text,
  run_date timestamptz DEFAULT now(),
  run_author text DEFAULT NULL,
  author_name text DEFAULT '',
  author_address text DEFAULT '',
  author_search text DEFAULT '',
  most integer DEFAULT 10000
) RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp
AS $$
DECLARE
  erased integer;
  before text := coalesce(current_setting('cartelera.audit_erasure', true), '');
BEGIN
  PERFORM public.check_erasure(people, most);
  -- Not a SET clause of the function: for an unknown setting, it would require a superuser.
  PERFORM set_config('cartelera.audit_erasure', 'on', true);
  WITH chosen AS (
    (SELECT _id, date FROM public.audit_personal WHERE author = ANY (people) LIMIT most)
    UNION
    (SELECT _id, date FROM public.audit_personal WHERE subject = ANY (people) LIMIT most)
    LIMIT most
  ), blanked AS (
    SELECT p._id, p.date, e.resource = 'users' AND by_subject AS has_record, by_subject,
      by_author OR by_subject AND e.user_id IS NULL AS has_author
    FROM chosen JOIN public.audit_personal p USING (_id, date) JOIN public.audit_entries e USING (_id, date),
      LATERAL (SELECT coalesce(p.author = ANY (people), false) AS by_author,
        coalesce(p.subject = ANY (people), false) AS by_subject) AS whose
  )
  UPDATE public.audit_personal p SET
    author = CASE WHEN has_author THEN NULL ELSE author END,
    user_name = CASE WHEN has_author THEN '' ELSE user_name END,
    address = CASE WHEN has_author THEN '' ELSE address END,
    subject = CASE WHEN by_subject THEN NULL ELSE subject END,
    record_name = CASE WHEN has_record THEN '' ELSE record_name END,
    changes = CASE WHEN by_subject THEN '[]' ELSE changes END,
    search = CASE WHEN has_record THEN ' ' ELSE split_part(search, E'\n', 1) END || E'\n'
      || CASE WHEN has_author THEN ' ' ELSE split_part(search, E'\n', 2) END
  FROM blanked b WHERE b._id = p._id AND b.date = p.date;
  GET DIAGNOSTICS erased = ROW_COUNT;
  PERFORM set_config('cartelera.audit_erasure', before, true);
  INSERT INTO public.audit_entries (_id, date, action, resource, record, user_id, changes)
  VALUES (run_entry, run_date, 'erase', 'users', CASE WHEN cardinality(people) = 1 THEN people[1] END, run_author,
    jsonb_build_array(
      jsonb_build_object('field', 'people', 'before', NULL, 'after', cardinality(people)),
      jsonb_build_object('field', 'entries', 'before', NULL, 'after', erased)));
  INSERT INTO public.audit_personal (_id, date, author, user_name, address, search)
  VALUES (run_entry, run_date, run_author, author_name, author_address, E' \n' || author_search);
  RETURN erased;
END
$$;
--> statement-breakpoint
REVOKE ALL ON FUNCTION erase_audit_personal FROM PUBLIC;
--> statement-breakpoint
-- Adds to a partition what it does not inherit: a foreign key within its month, which avoids checks in the others,
-- and statement-level triggers.
CREATE FUNCTION guard_audit_partition(suffix text) RETURNS void LANGUAGE plpgsql
SET search_path = pg_catalog, pg_temp
AS $$
BEGIN
  IF suffix <> '' THEN
    EXECUTE format('ALTER TABLE public.audit_personal%1$s ADD CONSTRAINT audit_personal%1$s_entry_fk
      FOREIGN KEY (_id, date) REFERENCES public.audit_entries%1$s (_id, date)', suffix);
  END IF;
  EXECUTE format('CREATE TRIGGER audit_entries_no_truncate BEFORE TRUNCATE ON public.audit_entries%s
    FOR EACH STATEMENT EXECUTE FUNCTION public.refuse_audit_change()', suffix);
  EXECUTE format('CREATE TRIGGER audit_personal_no_truncate BEFORE TRUNCATE ON public.audit_personal%s
    FOR EACH STATEMENT EXECUTE FUNCTION public.refuse_audit_personal_change()', suffix);
END
$$;
--> statement-breakpoint
-- Tables of a log: all have a `date` and the same partitions.
CREATE FUNCTION log_tables(log text) RETURNS text[] LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE log WHEN 'visits' THEN ARRAY['histories'] WHEN 'audit' THEN ARRAY['audit_entries', 'audit_personal'] END
$$;
--> statement-breakpoint
-- Completes the import or removal of a month's rows: rebuilds its visit counts and records an audit event. A month is
-- one in UTC, so that its first or last day may be partial in the configured time zone.
CREATE FUNCTION complete_month(log text, month date, rows bigint, file text DEFAULT NULL) RETURNS void LANGUAGE plpgsql
SET search_path = pg_catalog, pg_temp
AS $$
DECLARE
  zone text := coalesce((SELECT time_zone FROM public.installation), 'America/Santo_Domingo');
  first_day date := (month::timestamp AT TIME ZONE 'UTC' AT TIME ZONE zone)::date;
  last_day date := ((month + interval '1 month') AT TIME ZONE 'UTC' AT TIME ZONE zone - interval '1 millisecond')::date;
  gone boolean := file IS NOT NULL;
  entry text := gen_random_uuid();
BEGIN
  IF log = 'visits' THEN
    PERFORM public.recount_visits(zone, first_day, last_day);
  END IF;
  INSERT INTO public.audit_entries (_id, date, action, resource, changes)
  SELECT entry, now(), CASE WHEN gone THEN 'delete' ELSE 'create' END,
    CASE log WHEN 'visits' THEN 'histories' ELSE log END,
    jsonb_agg(jsonb_build_object('field', field, 'before', CASE WHEN gone THEN value END,
      'after', CASE WHEN NOT gone THEN value END))
  FROM (VALUES ('month', to_jsonb(to_char(month, 'YYYY-MM'))), ('rows', to_jsonb(rows)), ('file', to_jsonb(file)))
    fields (field, value)
  WHERE value IS NOT NULL;
  INSERT INTO public.audit_personal (_id, date, search) VALUES (entry, now(), E' \n ');
END
$$;
--> statement-breakpoint
-- Creates missing partitions, given the first days of their months, and those of months with rows in the default
-- partition, which are moved.
CREATE FUNCTION make_partitions(log text, months date[]) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp
AS $$
DECLARE
  tables text[] := public.log_tables(log);
  late date[];
  missing date[];
  month date;
  parent text;
  part text;
  stored text;
BEGIN
  PERFORM public.check_months(log, months);
  EXECUTE format($q$SELECT array_agg(DISTINCT date_trunc('month', date AT TIME ZONE 'UTC')::date) FROM public.%I$q$,
    tables[1] || '_default') INTO late;
  missing := ARRAY(SELECT DISTINCT m FROM unnest(months || late) m
    WHERE to_regclass(format('public.%I', tables[1] || to_char(m, '_YYYY_MM'))) IS NULL ORDER BY m);
  IF cardinality(missing) = 0 THEN
    RETURN;
  END IF;
  FOREACH parent IN ARRAY tables LOOP
    EXECUTE format('LOCK TABLE public.%I IN ACCESS EXCLUSIVE MODE', parent);
  END LOOP;
  -- Checked again under the lock: another node may have created partitions or added rows.
  EXECUTE format($q$SELECT array_agg(DISTINCT date_trunc('month', date AT TIME ZONE 'UTC')::date) FROM public.%I$q$,
    tables[1] || '_default') INTO late;
  missing := ARRAY(SELECT DISTINCT m FROM unnest(months || late) m
    WHERE to_regclass(format('public.%I', tables[1] || to_char(m, '_YYYY_MM'))) IS NULL ORDER BY m);
  FOREACH parent IN ARRAY tables LOOP
    SELECT string_agg(quote_ident(attname), ', ' ORDER BY attnum) INTO stored FROM pg_attribute
    WHERE attrelid = format('public.%I', parent)::regclass AND attnum > 0 AND NOT attisdropped AND attgenerated = '';
    FOREACH month IN ARRAY missing LOOP
      part := parent || to_char(month, '_YYYY_MM');
      EXECUTE format('CREATE TABLE public.%I (LIKE public.%I INCLUDING DEFAULTS INCLUDING GENERATED INCLUDING STORAGE)',
        part, parent);
      IF month = ANY (late) THEN
        EXECUTE format('INSERT INTO public.%I (%s) SELECT %2$s FROM public.%I WHERE date >= %L AND date < %L', part,
          stored, parent || '_default', month::timestamp AT TIME ZONE 'UTC',
          (month + interval '1 month') AT TIME ZONE 'UTC');
      END IF;
    END LOOP;
  END LOOP;
  IF late IS NOT NULL THEN
    -- The rows have been copied; the triggers would refuse to truncate them.
    FOREACH parent IN ARRAY tables LOOP
      EXECUTE format('ALTER TABLE public.%I DISABLE TRIGGER USER', parent || '_default');
    END LOOP;
    EXECUTE 'TRUNCATE ' || (SELECT string_agg(format('public.%I', name || '_default'), ', ') FROM unnest(tables) name);
    FOREACH parent IN ARRAY tables LOOP
      EXECUTE format('ALTER TABLE public.%I ENABLE TRIGGER USER', parent || '_default');
    END LOOP;
  END IF;
  FOREACH parent IN ARRAY tables LOOP
    FOREACH month IN ARRAY missing LOOP
      EXECUTE format('ALTER TABLE public.%I ATTACH PARTITION public.%I FOR VALUES FROM (%L) TO (%L)', parent,
        parent || to_char(month, '_YYYY_MM'), month::timestamp AT TIME ZONE 'UTC',
        (month + interval '1 month') AT TIME ZONE 'UTC');
    END LOOP;
  END LOOP;
  IF log = 'audit' THEN
    PERFORM public.guard_audit_partition(to_char(m, '_YYYY_MM')) FROM unnest(missing) m;
  END IF;
END
$$;
--> statement-breakpoint
-- Drops the partition of an exported month, if it still has as many rows as the file. Refuses the current and the last
-- complete month.
CREATE FUNCTION drop_partition(log text, month date, expected bigint, file text) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp
AS $$
DECLARE
  tables text[] := public.log_tables(log);
  parent text;
  found bigint;
BEGIN
  PERFORM public.check_months(log, ARRAY[month]), public.check_drop(log, month, expected, file);
  IF (month + interval '2 months') > date_trunc('month', now() AT TIME ZONE 'UTC') THEN
    RAISE EXCEPTION 'the last whole month stays' USING ERRCODE = 'restrict_violation';
  END IF;
  FOREACH parent IN ARRAY tables LOOP
    EXECUTE format('LOCK TABLE public.%I IN ACCESS EXCLUSIVE MODE', parent);
  END LOOP;
  EXECUTE format('SELECT count(*) FROM public.%I', tables[1] || to_char(month, '_YYYY_MM')) INTO found;
  IF found <> expected THEN
    RAISE EXCEPTION '% rows of % were exported, and there are %', expected, month, found
      USING ERRCODE = 'restrict_violation';
  END IF;
  -- In reverse order, because of the foreign keys.
  FOR parent IN SELECT name FROM unnest(tables) WITH ORDINALITY AS each (name, position) ORDER BY position DESC LOOP
    EXECUTE format('ALTER TABLE public.%I DETACH PARTITION public.%I', parent, parent || to_char(month, '_YYYY_MM'));
    EXECUTE format('DROP TABLE public.%I', parent || to_char(month, '_YYYY_MM'));
  END LOOP;
  IF found > 0 THEN
    PERFORM public.complete_month(log, month, found, file);
  END IF;
END
$$;
--> statement-breakpoint
REVOKE ALL ON FUNCTION make_partitions, drop_partition FROM PUBLIC;
--> statement-breakpoint
SELECT guard_audit_partition('');
--> statement-breakpoint
SELECT guard_audit_partition('_default');
--> statement-breakpoint
-- The current month and the next two.
SELECT make_partitions(log, ARRAY(
  SELECT (date_trunc('month', now() AT TIME ZONE 'UTC') + n * interval '1 month')::date FROM generate_series(0, 2) n))
FROM unnest(ARRAY['visits', 'audit']) log;
--> statement-breakpoint
-- Deletes transactions created before a time but never processed, the oldest first, at most `most` (rule C24); returns
-- their number. The triggers of the table need `public` in the path, where the server's role cannot create anything.
CREATE FUNCTION delete_pending_transactions(until timestamptz, most integer) RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, public, pg_temp
AS $$
DECLARE
  gone integer;
BEGIN
  IF until IS NULL OR most IS NULL OR most NOT BETWEEN 1 AND 1000 THEN
    RAISE EXCEPTION 'not a time and a number of transactions' USING ERRCODE = 'invalid_parameter_value';
  END IF;
  DELETE FROM public.license_transactions WHERE status = 'CREATED' AND _id IN (
    SELECT _id FROM public.license_transactions WHERE status = 'CREATED' AND date < until ORDER BY date, _id LIMIT most);
  GET DIAGNOSTICS gone = ROW_COUNT;
  RETURN gone;
END
$$;
--> statement-breakpoint
REVOKE ALL ON FUNCTION delete_pending_transactions FROM PUBLIC;
--> statement-breakpoint
-- ## Outbox: events of webhooks, written in the transaction that causes them
CREATE TYPE webhook_event AS (event text, message text, date timestamptz, data jsonb);
--> statement-breakpoint
-- Adds a message for each webhook that is on and subscribed.
CREATE FUNCTION queue_events(events public.webhook_event[]) RETURNS void LANGUAGE sql
SET search_path = pg_catalog, pg_temp AS $$
  INSERT INTO public.outbox (_id, kind, reason, webhook, data, token, date, next_attempt)
  SELECT gen_random_uuid()::text, 'webhook', e.event, w._id, e.data, e.message, e.date, e.date
  FROM unnest(events) e JOIN public.webhooks w ON w.is_on AND e.event = ANY (w.events)
$$;
--> statement-breakpoint
CREATE FUNCTION content_event(changes jsonb) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE WHEN c -> 'after' = 'true' THEN 'content.published' WHEN c -> 'before' = 'true' THEN 'content.unpublished' END
  FROM jsonb_array_elements(changes) c WHERE c ->> 'field' = 'status'
$$;
--> statement-breakpoint
CREATE FUNCTION queue_audited_events() RETURNS trigger LANGUAGE plpgsql
SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM public.webhooks WHERE is_on) THEN RETURN NULL; END IF;
  PERFORM public.queue_events(array_agg(e::public.webhook_event)) FROM (
    SELECT 'user.' || CASE action WHEN 'create' THEN 'created' WHEN 'update' THEN 'updated' ELSE 'deleted' END,
      _id, date, jsonb_build_object('id', record)
    FROM added WHERE resource = 'users' AND action IN ('create', 'update', 'delete')
    UNION ALL
    SELECT 'transaction.processed', a._id, a.date,
      jsonb_build_object('id', t._id, 'type', t.type, 'seller', t.user_created, 'customer', t.user_licensed)
    FROM added a JOIN public.license_transactions t ON t._id = a.record
    WHERE a.resource = 'license_transactions' AND a.action = 'process'
    UNION ALL
    SELECT 'issue.repaired', _id, date, jsonb_build_object(
      'id', CASE WHEN batch IS NULL THEN record END, 'batch', batch)
    FROM added WHERE resource = 'issues' AND action = 'repair'
    UNION ALL
    SELECT public.content_event(changes), _id, date, jsonb_build_object('id', record, 'resource', resource, 'batch', batch)
    FROM added WHERE resource IN ('movies', 'series', 'episodes', 'documentaries', 'musics', 'sports', 'discoveries',
      'channels', 'radios') AND public.content_event(changes) IS NOT NULL
  ) e;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER audit_entries_events
AFTER INSERT ON audit_entries REFERENCING NEW TABLE AS added
FOR EACH STATEMENT EXECUTE FUNCTION queue_audited_events();
--> statement-breakpoint
CREATE FUNCTION queue_opened_issue() RETURNS trigger LANGUAGE plpgsql
SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  PERFORM public.queue_events(ARRAY[ROW('issue.opened', NEW._id, NEW.date, jsonb_build_object('id', NEW._id,
    'mediaId', NEW.media_id, 'mediaType', NEW.media_type, 'issueType', NEW.issue_type))::public.webhook_event]);
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER issues_opened AFTER INSERT ON issues FOR EACH ROW EXECUTE FUNCTION queue_opened_issue();
--> statement-breakpoint
CREATE FUNCTION queue_finished_batch() RETURNS trigger LANGUAGE plpgsql
SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  PERFORM public.queue_events(ARRAY[ROW('batch.finished', NEW._id, clock_timestamp(), jsonb_build_object('id', NEW._id,
    'resource', NEW.resource, 'action', NEW.action, 'state', NEW.state))::public.webhook_event]);
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER batches_added AFTER INSERT ON batches FOR EACH ROW
WHEN (NEW.state IN ('done', 'cancelled', 'failed')) EXECUTE FUNCTION queue_finished_batch();
--> statement-breakpoint
CREATE TRIGGER batches_finished AFTER UPDATE OF state ON batches FOR EACH ROW
WHEN (OLD.state = 'running' AND NEW.state IN ('done', 'cancelled', 'failed')) EXECUTE FUNCTION queue_finished_batch();
--> statement-breakpoint
-- ## Publication dates: the next one to act on, however a record is written (rules L2, L3)
CREATE FUNCTION schedule_publication() RETURNS trigger LANGUAGE plpgsql
SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  edited timestamptz := NEW.date_update;
BEGIN
  IF TG_OP = 'INSERT' THEN
    NEW.publication_due := coalesce(NEW.publication_due, least(
      CASE WHEN NEW.date_publish > edited THEN NEW.date_publish END,
      CASE WHEN NEW.date_unpublish > edited THEN NEW.date_unpublish END));
    RETURN NEW;
  END IF;
  -- Only follows an earlier edit date that is ahead of the clock.
  IF edited <= OLD.date_update + interval '1 millisecond' THEN edited := least(edited, clock_timestamp()); END IF;
  IF NEW.status IS DISTINCT FROM OLD.status THEN
    NEW.publication_due := least(
      CASE WHEN NEW.date_publish > edited THEN NEW.date_publish END,
      CASE WHEN NEW.date_unpublish > edited THEN NEW.date_unpublish END);
    NEW.publication_blocked := NULL;
    RETURN NEW;
  END IF;
  -- A date that waits to be acted on and was not changed still waits, even if it has passed.
  NEW.publication_due := least(
    CASE WHEN NEW.date_publish > edited OR NEW.date_publish = OLD.date_publish AND NEW.date_publish >= OLD.publication_due
      THEN NEW.date_publish END,
    CASE WHEN NEW.date_unpublish > edited OR NEW.date_unpublish = OLD.date_unpublish AND NEW.date_unpublish >= OLD.publication_due
      THEN NEW.date_unpublish END);
  IF NEW.date_publish IS DISTINCT FROM OLD.date_publish THEN NEW.publication_blocked := NULL; END IF;
  RETURN NEW;
END
$$;
--> statement-breakpoint
DO $$
DECLARE name text;
BEGIN
  FOREACH name IN ARRAY ARRAY['channels', 'discoveries', 'documentaries', 'episodes', 'movies', 'musics', 'radios',
    'series', 'sports'] LOOP
    EXECUTE format($trigger$
      CREATE TRIGGER %1$s_publication_added BEFORE INSERT ON %1$I FOR EACH ROW
      WHEN (NEW.date_publish IS NOT NULL OR NEW.date_unpublish IS NOT NULL)
      EXECUTE FUNCTION schedule_publication()$trigger$, name);
    -- The job writes the next date itself.
    EXECUTE format($trigger$
      CREATE TRIGGER %1$s_publication_edited BEFORE UPDATE OF status, date_publish, date_unpublish ON %1$I FOR EACH ROW
      WHEN (NEW.publication_due IS NOT DISTINCT FROM OLD.publication_due AND (
        NEW.date_publish IS DISTINCT FROM OLD.date_publish OR NEW.date_unpublish IS DISTINCT FROM OLD.date_unpublish OR
        NEW.status <> OLD.status AND (OLD.publication_due IS NOT NULL OR OLD.publication_blocked IS NOT NULL)))
      EXECUTE FUNCTION schedule_publication()$trigger$, name);
  END LOOP;
END
$$;
--> statement-breakpoint
-- Stable: the planner evaluates it for its estimates, which a subquery would hide from it.
CREATE FUNCTION system_profile(wanted text) RETURNS text LANGUAGE sql STABLE PARALLEL SAFE
AS $$ SELECT _id FROM profiles WHERE is_system AND name = wanted $$;
