CREATE TABLE "audit_entries" (
	"_id" text PRIMARY KEY NOT NULL,
	"date" timestamp (3) with time zone NOT NULL,
	"action" text NOT NULL,
	"resource" text NOT NULL,
	"record" text,
	"record_name" text DEFAULT '' NOT NULL,
	"user_id" text,
	"user_name" text DEFAULT '' NOT NULL,
	"address" text DEFAULT '' NOT NULL,
	"changes" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"search" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "audit_personal" (
	"_id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"changes" jsonb NOT NULL
);
--> statement-breakpoint
ALTER TABLE "audit_personal" ADD CONSTRAINT "audit_personal__id_audit_entries__id_fk" FOREIGN KEY ("_id") REFERENCES "public"."audit_entries"("_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "audit_entries_date" ON "audit_entries" USING btree ("date","_id");--> statement-breakpoint
CREATE INDEX "audit_entries_record" ON "audit_entries" USING btree ("record","date","_id");--> statement-breakpoint
CREATE INDEX "audit_entries_user" ON "audit_entries" USING btree ("user_id","date","_id");--> statement-breakpoint
CREATE INDEX "audit_entries_action" ON "audit_entries" USING btree ("action","date","_id");--> statement-breakpoint
CREATE INDEX "audit_entries_resource" ON "audit_entries" USING btree ("resource","date","_id");--> statement-breakpoint
CREATE INDEX "audit_entries_search" ON "audit_entries" USING gin ("search" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "audit_personal_user" ON "audit_personal" USING btree ("user_id");--> statement-breakpoint
-- What the trail says never changes and never goes, whoever asks.
CREATE FUNCTION refuse_audit_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'the audit trail never changes' USING ERRCODE = 'restrict_violation';
END
$$;
--> statement-breakpoint
CREATE TRIGGER audit_entries_append_only
BEFORE UPDATE OR DELETE ON audit_entries
FOR EACH ROW EXECUTE FUNCTION refuse_audit_change();
