DROP INDEX "channel_guides_search";--> statement-breakpoint
DROP INDEX "channel_lists_search";--> statement-breakpoint
DROP INDEX "channels_search";--> statement-breakpoint
DROP INDEX "categories_search";--> statement-breakpoint
DROP INDEX "discoveries_search";--> statement-breakpoint
DROP INDEX "documentaries_search";--> statement-breakpoint
DROP INDEX "episodes_title";--> statement-breakpoint
DROP INDEX "movies_search";--> statement-breakpoint
DROP INDEX "musics_search";--> statement-breakpoint
DROP INDEX "radios_search";--> statement-breakpoint
DROP INDEX "series_search";--> statement-breakpoint
DROP INDEX "sports_search";--> statement-breakpoint
CREATE INDEX "channel_guides_search" ON "channel_guides" USING gin ("search" gin_trgm_ops,search_form("name_key") gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "channel_lists_search" ON "channel_lists" USING gin ("search" gin_trgm_ops,search_form("title_key") gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "channels_search" ON "channels" USING gin ("search" gin_trgm_ops,search_form("title_key") gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "categories_search" ON "categories" USING gin ("search" gin_trgm_ops,search_form("name_key") gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "discoveries_search" ON "discoveries" USING gin ("search" gin_trgm_ops,search_form("title_key") gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "documentaries_search" ON "documentaries" USING gin ("search" gin_trgm_ops,search_form("title_key") gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "episodes_title" ON "episodes" USING gin (search_form("title_key") gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "movies_search" ON "movies" USING gin ("search" gin_trgm_ops,search_form("title_key") gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "musics_search" ON "musics" USING gin ("search" gin_trgm_ops,search_form("title_key") gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "radios_search" ON "radios" USING gin ("search" gin_trgm_ops,search_form("title_key") gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "series_search" ON "series" USING gin ("search" gin_trgm_ops,search_form("title_key") gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "sports_search" ON "sports" USING gin ("search" gin_trgm_ops,search_form("title_key") gin_trgm_ops);