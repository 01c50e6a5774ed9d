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
ALTER TABLE "outbox" ADD CONSTRAINT "outbox_user_id_users__id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "outbox" ADD CONSTRAINT "outbox_webhook_webhooks__id_fk" FOREIGN KEY ("webhook") REFERENCES "public"."webhooks"("_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "outbox_date_sort" ON "outbox" USING btree ("date","_id");--> statement-breakpoint
CREATE INDEX "outbox_due" ON "outbox" USING btree ("kind","next_attempt") WHERE "outbox"."state" = 'waiting';--> statement-breakpoint
CREATE INDEX "outbox_due_webhook" ON "outbox" USING btree ("webhook","next_attempt") WHERE "outbox"."state" = 'waiting';--> statement-breakpoint
CREATE INDEX "outbox_claimed" ON "outbox" USING btree ("claimed") WHERE "outbox"."kind" = 'mail';--> statement-breakpoint
CREATE INDEX "outbox_user" ON "outbox" USING btree ("user_id","date","_id") WHERE "outbox"."user_id" is not null;--> statement-breakpoint
CREATE INDEX "outbox_webhook" ON "outbox" USING btree ("webhook","date","_id") WHERE "outbox"."webhook" is not null;--> statement-breakpoint
CREATE INDEX "outbox_token" ON "outbox" USING btree ("token");--> statement-breakpoint
CREATE INDEX "outbox_leased" ON "outbox" USING btree ("lease_until") WHERE "outbox"."lease_until" is not null;--> statement-breakpoint
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
