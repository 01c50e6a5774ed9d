CREATE TABLE "challenges" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"user" text NOT NULL,
	"purpose" text NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"data" jsonb NOT NULL,
	"date_expire" timestamp (3) with time zone NOT NULL
);
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
CREATE TABLE "recovery_codes" (
	"user" text NOT NULL,
	"code_hash" text NOT NULL,
	CONSTRAINT "recovery_codes_user_code_hash_pk" PRIMARY KEY("user","code_hash")
);
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
ALTER TABLE "profiles" ADD COLUMN "second_factor" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "_id" text DEFAULT gen_random_uuid()::text NOT NULL;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "confirmed_at" timestamp (3) with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "agent" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "address" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "is_password_given" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "challenges" ADD CONSTRAINT "challenges_user_users__id_fk" FOREIGN KEY ("user") REFERENCES "public"."users"("_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "factors" ADD CONSTRAINT "factors_user_users__id_fk" FOREIGN KEY ("user") REFERENCES "public"."users"("_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recovery_codes" ADD CONSTRAINT "recovery_codes_user_users__id_fk" FOREIGN KEY ("user") REFERENCES "public"."users"("_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_user_users__id_fk" FOREIGN KEY ("user") REFERENCES "public"."users"("_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "challenges_user" ON "challenges" USING btree ("user");--> statement-breakpoint
CREATE INDEX "challenges_expiry" ON "challenges" USING btree ("date_expire");--> statement-breakpoint
CREATE INDEX "factors_user" ON "factors" USING btree ("user");--> statement-breakpoint
CREATE UNIQUE INDEX "factors_credential" ON "factors" USING btree ("credential_id");--> statement-breakpoint
CREATE UNIQUE INDEX "factors_totp" ON "factors" USING btree ("user") WHERE "factors"."kind" = 'totp';--> statement-breakpoint
CREATE UNIQUE INDEX "api_keys_hash" ON "api_keys" USING btree ("key_hash");--> statement-breakpoint
CREATE INDEX "api_keys_user" ON "api_keys" USING btree ("user");--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions__id_unique" UNIQUE("_id");