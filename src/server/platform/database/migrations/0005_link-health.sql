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
CREATE TABLE "link_hosts" (
	"host" text PRIMARY KEY NOT NULL,
	"next_check" timestamp (3) with time zone NOT NULL,
	"lease_until" timestamp (3) with time zone,
	"attempt" integer DEFAULT 0 NOT NULL,
	"timeouts" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE INDEX "link_health_due" ON "link_health" USING btree ("host","is_asked" DESC NULLS LAST,"next_check") WHERE "link_health"."next_check" is not null;--> statement-breakpoint
CREATE INDEX "link_health_key" ON "link_health" USING btree ("key");--> statement-breakpoint
CREATE INDEX "link_health_down" ON "link_health" USING btree ("resource","record") WHERE "link_health"."verdict" = 'down';--> statement-breakpoint
CREATE INDEX "link_health_deactivated" ON "link_health" USING btree ("deactivated") WHERE "link_health"."deactivated" is not null;--> statement-breakpoint
CREATE INDEX "link_hosts_next" ON "link_hosts" USING btree ("next_check");