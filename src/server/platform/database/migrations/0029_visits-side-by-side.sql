CREATE TABLE "waiting_views" (
	"number" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "waiting_views_number_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"item" text NOT NULL
);
--> statement-breakpoint
ALTER TABLE "history_items" DROP CONSTRAINT "history_items_item_id_day_pk";--> statement-breakpoint
ALTER TABLE "history_items" ADD COLUMN "slot" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "history_items" ADD CONSTRAINT "history_items_item_id_day_slot_pk" PRIMARY KEY("item_id","day","slot");--> statement-breakpoint
CREATE INDEX "waiting_views_item" ON "waiting_views" USING btree ("item");