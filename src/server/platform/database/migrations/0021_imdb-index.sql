CREATE INDEX "discoveries_imdb" ON "discoveries" USING btree (lower(btrim("imdb_id")));--> statement-breakpoint
CREATE INDEX "movies_imdb" ON "movies" USING btree (lower(btrim("imdb_id")));--> statement-breakpoint
CREATE INDEX "series_imdb" ON "series" USING btree (lower(btrim("imdb_id")));