-- Rule S2: the route of /setting is copied to that of /automation, with its flags, in profiles and in keys.
UPDATE "profiles" SET "route_access" = (
	SELECT jsonb_agg(CASE WHEN "menu"->'access' @> '[{"name": "settings"}]' THEN
		jsonb_set("menu", '{access}', "menu"->'access' || (
			SELECT jsonb_agg("route" || '{"name": "automation", "description": "Automatización y seguridad", "path": "/automation"}')
			FROM jsonb_array_elements("menu"->'access') AS "routes"("route") WHERE "route"->>'name' = 'settings'))
		ELSE "menu" END ORDER BY "position")
	FROM jsonb_array_elements("route_access") WITH ORDINALITY AS "menus"("menu", "position"))
WHERE "route_access" @> '[{"access": [{"name": "settings"}]}]' AND NOT "route_access" @> '[{"access": [{"name": "automation"}]}]';--> statement-breakpoint
UPDATE "api_keys" SET "route_access" = (
	SELECT jsonb_agg(CASE WHEN "menu"->'access' @> '[{"name": "settings"}]' THEN
		jsonb_set("menu", '{access}', "menu"->'access' || (
			SELECT jsonb_agg("route" || '{"name": "automation", "description": "Automatización y seguridad", "path": "/automation"}')
			FROM jsonb_array_elements("menu"->'access') AS "routes"("route") WHERE "route"->>'name' = 'settings'))
		ELSE "menu" END ORDER BY "position")
	FROM jsonb_array_elements("route_access") WITH ORDINALITY AS "menus"("menu", "position"))
WHERE "route_access" @> '[{"access": [{"name": "settings"}]}]' AND NOT "route_access" @> '[{"access": [{"name": "automation"}]}]';
