ALTER TABLE "license_transactions" ALTER COLUMN "user_full_name" SET DATA TYPE text COLLATE "und-x-icu";--> statement-breakpoint
ALTER TABLE "license_transactions" ALTER COLUMN "user_created_name" SET DATA TYPE text COLLATE "und-x-icu";--> statement-breakpoint
ALTER TABLE "license_transactions" ALTER COLUMN "user_created_name" SET DEFAULT '';--> statement-breakpoint
ALTER TABLE "users" ALTER COLUMN "email" SET DATA TYPE text COLLATE "und-x-icu";--> statement-breakpoint
ALTER TABLE "users" ALTER COLUMN "email" SET DEFAULT '';--> statement-breakpoint
ALTER TABLE "users" ALTER COLUMN "cel_phone" SET DATA TYPE text COLLATE "und-x-icu";--> statement-breakpoint
ALTER TABLE "users" ALTER COLUMN "cel_phone" SET DEFAULT '';--> statement-breakpoint
ALTER TABLE "users" ALTER COLUMN "user_create" SET DATA TYPE text COLLATE "und-x-icu";--> statement-breakpoint
ALTER TABLE "users" ALTER COLUMN "user_create" SET DEFAULT '';--> statement-breakpoint
ALTER TABLE "license_transactions" ADD COLUMN "type_order" smallint GENERATED ALWAYS AS (case type when 'CREDIT' then 1 when 'REFUND' then 2 when 'REFUND_TRANSFER' then 3 when 'TRANSFER' then 4 when 'SALE' then 5 end) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "profile_key" text COLLATE "C" DEFAULT '' NOT NULL;--> statement-breakpoint
-- Names as new ones are stored, and what else a search looks for: address, comment, and the digits of telephone numbers.
ALTER TABLE users DISABLE TRIGGER users_changed;
--> statement-breakpoint
UPDATE users u
SET profile_key = p.name_key,
    name = btrim(normalize(u.name, NFKC)),
    search = CASE WHEN u.deleted_at IS NULL THEN rtrim(concat_ws(' ', rtrim(u.search),
      nullif(fold_text(u.address || ' ' || u.comment), ''),
      nullif(regexp_replace(u.tele_phone, '\D', '', 'g'), ''),
      nullif(regexp_replace(u.cel_phone, '\D', '', 'g'), ''))) ELSE u.search END
FROM profiles p
WHERE p._id = u.profile;
--> statement-breakpoint
UPDATE user_search s SET search = u.search FROM users u WHERE u._id = s._id AND u.search <> s.search;
--> statement-breakpoint
ALTER TABLE users ENABLE TRIGGER users_changed;
--> statement-breakpoint
CREATE FUNCTION keep_profile_key() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.profile_key := coalesce((SELECT name_key FROM profiles WHERE _id = NEW.profile), NEW.profile_key);
  RETURN NEW;
END
$$;
--> statement-breakpoint
CREATE TRIGGER users_profile_key
BEFORE INSERT OR UPDATE OF profile ON users
FOR EACH ROW EXECUTE FUNCTION keep_profile_key();
--> statement-breakpoint
CREATE FUNCTION rename_profile_key() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE users SET profile_key = NEW.name_key WHERE profile = NEW._id;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER profiles_renamed
AFTER UPDATE OF name_key ON profiles
FOR EACH ROW WHEN (OLD.name_key IS DISTINCT FROM NEW.name_key)
EXECUTE FUNCTION rename_profile_key();
--> statement-breakpoint
-- The search text follows from what a processed movement says; the movement itself stays as it is.
ALTER TABLE license_transactions DISABLE TRIGGER license_transactions_append_only;
--> statement-breakpoint
UPDATE license_transactions
SET search = rtrim(search) || ' ' || fold_text(description)
WHERE btrim(description) <> '';
--> statement-breakpoint
ALTER TABLE license_transactions ENABLE TRIGGER license_transactions_append_only;
--> statement-breakpoint
CREATE INDEX "license_transactions_seller_sort" ON "license_transactions" USING btree ("user_created_name","_id");--> statement-breakpoint
CREATE INDEX "license_transactions_target_sort" ON "license_transactions" USING btree ("user_full_name","_id");--> statement-breakpoint
CREATE INDEX "license_transactions_type_sort" ON "license_transactions" USING btree ("type_order","_id");--> statement-breakpoint
CREATE INDEX "license_transactions_period_sort" ON "license_transactions" USING btree ("period","_id");--> statement-breakpoint
CREATE INDEX "license_transactions_count_sort" ON "license_transactions" USING btree ("count","_id");--> statement-breakpoint
CREATE INDEX "license_transactions_price_sort" ON "license_transactions" USING btree ("credit_price","_id");--> statement-breakpoint
CREATE INDEX "users_profile_sort" ON "users" USING btree ("profile_key","_id") WHERE "users"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "users_email_sort" ON "users" USING btree ("email","_id") WHERE "users"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "users_cel_phone_sort" ON "users" USING btree ("cel_phone","_id") WHERE "users"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "users_user_create_sort" ON "users" USING btree ("user_create","_id") WHERE "users"."deleted_at" is null;
