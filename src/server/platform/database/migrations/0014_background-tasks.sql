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
CREATE UNIQUE INDEX "tasks_waiting" ON "tasks" USING btree ("kind","key") WHERE "tasks"."state" = 'waiting';--> statement-breakpoint
CREATE INDEX "tasks_due" ON "tasks" USING btree ("due") WHERE "tasks"."state" <> 'running';--> statement-breakpoint
-- Waiting, failed and interrupted work of the previous queue goes on.
INSERT INTO "tasks" ("_id", "kind", "key", "user_id", "state", "due", "created", "started", "retries", "longest")
SELECT id::text, data ->> 'kind', data ->> 'key', data ->> 'user',
  CASE state WHEN 'created' THEN 'waiting' WHEN 'retry' THEN 'retrying' ELSE 'running' END,
  start_after, created_on, started_on, retry_count, extract(epoch FROM expire_in)::integer
FROM cartelera_jobs.job WHERE name = 'work' AND state <= 'active';
--> statement-breakpoint
DROP SCHEMA cartelera_jobs CASCADE;
