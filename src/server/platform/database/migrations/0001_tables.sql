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
CREATE TABLE "movies" (
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
	"rating" double precision,
	"imdb_id" text NOT NULL,
	"trailer" text NOT NULL,
	"trailer_provider" text NOT NULL,
	"has_oscar" boolean NOT NULL,
	"is_premiere" boolean NOT NULL,
	"is_dominican" boolean NOT NULL,
	"is_youtube" boolean NOT NULL
);
--> statement-breakpoint
CREATE TABLE "license_transactions" (
	"_id" text PRIMARY KEY NOT NULL,
	"reference" bigint GENERATED ALWAYS AS IDENTITY (sequence name "license_transactions_reference_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"user_created" text NOT NULL,
	"user_licensed" text NOT NULL,
	"user_full_name" text NOT NULL,
	"type" text NOT NULL,
	"period" text NOT NULL,
	"count" integer NOT NULL,
	"credit_price" numeric(12, 2) NOT NULL,
	"total" numeric(12, 2) NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"status" text NOT NULL,
	"date_expire" timestamp (3) with time zone,
	"new_date_expire" timestamp (3) with time zone,
	"date" timestamp (3) with time zone NOT NULL,
	"processed_at" timestamp (3) with time zone,
	"idempotency_key" text,
	CONSTRAINT "license_transactions_count" CHECK ("license_transactions"."count" between 1 and 9999 or ("license_transactions"."count" = 0 and "license_transactions"."type" = 'CREDIT' and "license_transactions"."total" = 0)),
	CONSTRAINT "license_transactions_total" CHECK ("license_transactions"."total" >= 0 and "license_transactions"."credit_price" >= 0)
);
--> statement-breakpoint
CREATE TABLE "login_attempts" (
	"_id" text PRIMARY KEY NOT NULL,
	"name_key" text COLLATE "C" NOT NULL,
	"address" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"user" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"last_use" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "installation" (
	"_id" text PRIMARY KEY DEFAULT 'installation' NOT NULL,
	"is_demo" boolean NOT NULL,
	"is_complete" boolean DEFAULT true NOT NULL,
	"date" timestamp (3) with time zone NOT NULL,
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
CREATE TABLE "profiles" (
	"_id" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"name_key" text COLLATE "C" NOT NULL,
	"access_web" boolean NOT NULL,
	"access_app" boolean NOT NULL,
	"date_validate" boolean NOT NULL,
	"device_validate" boolean NOT NULL,
	"is_system" boolean DEFAULT false NOT NULL,
	"route_access" jsonb NOT NULL,
	"search" text GENERATED ALWAYS AS (' ' || name_key) STORED,
	"date_create" timestamp (3) with time zone NOT NULL,
	"date_update" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "users" (
	"_id" text PRIMARY KEY NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	"search" text NOT NULL,
	"name" text NOT NULL,
	"name_key" text COLLATE "C" NOT NULL,
	"password_hash" text NOT NULL,
	"full_name" text NOT NULL,
	"full_name_key" text COLLATE "C" NOT NULL,
	"email" text DEFAULT '' NOT NULL,
	"address" text DEFAULT '' NOT NULL,
	"tele_phone" text DEFAULT '' NOT NULL,
	"cel_phone" text DEFAULT '' NOT NULL,
	"comment" text DEFAULT '' NOT NULL,
	"mail_notify" boolean DEFAULT false NOT NULL,
	"profile" text NOT NULL,
	"platform" text COLLATE "C" NOT NULL,
	"use_tv_list" boolean DEFAULT false NOT NULL,
	"status" text DEFAULT 'enable' NOT NULL,
	"credit_to_resell" integer DEFAULT 0 NOT NULL,
	"date_expire" timestamp (3) with time zone,
	"device" jsonb,
	"views" integer DEFAULT 0 NOT NULL,
	"last_login" timestamp (3) with time zone,
	"created_by" text,
	"user_create" text DEFAULT '' NOT NULL,
	"user_update" text DEFAULT '' NOT NULL,
	"date_create" timestamp (3) with time zone NOT NULL,
	"date_update" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "users_credit_not_negative" CHECK ("users"."credit_to_resell" >= 0)
);
--> statement-breakpoint
ALTER TABLE "license_transactions" ADD CONSTRAINT "license_transactions_user_created_users__id_fk" FOREIGN KEY ("user_created") REFERENCES "public"."users"("_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "license_transactions" ADD CONSTRAINT "license_transactions_user_licensed_users__id_fk" FOREIGN KEY ("user_licensed") REFERENCES "public"."users"("_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_users__id_fk" FOREIGN KEY ("user") REFERENCES "public"."users"("_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_profile_profiles__id_fk" FOREIGN KEY ("profile") REFERENCES "public"."profiles"("_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_created_by_users__id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "categories_name" ON "categories" USING btree ("type","name_key");--> statement-breakpoint
CREATE INDEX "categories_name_sort" ON "categories" USING btree ("name_key","_id");--> statement-breakpoint
CREATE INDEX "categories_description_english_sort" ON "categories" USING btree ("description_english_key","_id");--> statement-breakpoint
CREATE INDEX "categories_type_sort" ON "categories" USING btree ("type","_id");--> statement-breakpoint
CREATE INDEX "categories_status_sort" ON "categories" USING btree ("status","_id");--> statement-breakpoint
CREATE INDEX "categories_date_update_sort" ON "categories" USING btree ("date_update","_id");--> statement-breakpoint
CREATE INDEX "categories_search" ON "categories" USING gin ("search" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "movies_title_sort" ON "movies" USING btree ("title_key","_id");--> statement-breakpoint
CREATE INDEX "movies_year_sort" ON "movies" USING btree ("year","_id");--> statement-breakpoint
CREATE INDEX "movies_genres_sort" ON "movies" USING btree ("genres_key","_id");--> statement-breakpoint
CREATE INDEX "movies_view_sort" ON "movies" USING btree ("view","_id");--> statement-breakpoint
CREATE INDEX "movies_mail_origin_sort" ON "movies" USING btree ("mail_origin_key","_id");--> statement-breakpoint
CREATE INDEX "movies_reference_sort" ON "movies" USING btree ("reference_key","_id");--> statement-breakpoint
CREATE INDEX "movies_date_update_sort" ON "movies" USING btree ("date_update","_id");--> statement-breakpoint
CREATE INDEX "movies_date_create_sort" ON "movies" USING btree ("date_create","_id");--> statement-breakpoint
CREATE INDEX "movies_has_link_reserved_sort" ON "movies" USING btree ("has_link_reserved","_id");--> statement-breakpoint
CREATE INDEX "movies_status_sort" ON "movies" USING btree ("status","_id");--> statement-breakpoint
CREATE INDEX "movies_search" ON "movies" USING gin ("search" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "movies_categories" ON "movies" USING gin ("categories" jsonb_path_ops);--> statement-breakpoint
CREATE UNIQUE INDEX "license_transactions_reference" ON "license_transactions" USING btree ("reference");--> statement-breakpoint
CREATE UNIQUE INDEX "license_transactions_idempotency" ON "license_transactions" USING btree ("user_created","idempotency_key");--> statement-breakpoint
CREATE INDEX "license_transactions_created" ON "license_transactions" USING btree ("user_created","date","_id");--> statement-breakpoint
CREATE INDEX "license_transactions_licensed" ON "license_transactions" USING btree ("user_licensed","date","_id");--> statement-breakpoint
CREATE INDEX "license_transactions_date" ON "license_transactions" USING btree ("date","_id");--> statement-breakpoint
CREATE INDEX "login_attempts_name" ON "login_attempts" USING btree ("name_key","address","at");--> statement-breakpoint
CREATE INDEX "login_attempts_address" ON "login_attempts" USING btree ("address","at");--> statement-breakpoint
CREATE INDEX "login_attempts_at" ON "login_attempts" USING btree ("at");--> statement-breakpoint
CREATE INDEX "sessions_user" ON "sessions" USING btree ("user");--> statement-breakpoint
CREATE INDEX "sessions_last_use" ON "sessions" USING btree ("last_use");--> statement-breakpoint
CREATE UNIQUE INDEX "profiles_name" ON "profiles" USING btree ("name_key");--> statement-breakpoint
CREATE INDEX "users_present" ON "users" USING btree ("status") WHERE "users"."deleted_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "users_name" ON "users" USING btree ("name_key") WHERE "users"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "users_name_sort" ON "users" USING btree ("name_key","_id") WHERE "users"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "users_full_name_sort" ON "users" USING btree ("full_name_key","_id") WHERE "users"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "users_platform_sort" ON "users" USING btree ("platform","_id") WHERE "users"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "users_date_create_sort" ON "users" USING btree ("date_create","_id") WHERE "users"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "users_date_expire_sort" ON "users" USING btree ("date_expire","_id") WHERE "users"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "users_credit_to_resell_sort" ON "users" USING btree ("credit_to_resell","_id") WHERE "users"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "users_last_login_sort" ON "users" USING btree ("last_login","_id") WHERE "users"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "users_status_sort" ON "users" USING btree ("status","_id") WHERE "users"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "users_customers" ON "users" USING btree ("created_by","name_key","_id") WHERE "users"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "users_profile" ON "users" USING btree ("profile","name_key","_id") WHERE "users"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "users_search" ON "users" USING gin ("search" gin_trgm_ops) WHERE "users"."deleted_at" is null;