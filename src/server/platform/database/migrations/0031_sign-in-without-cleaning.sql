-- Lets an attempt look at a password (0), says for how many seconds it may not (1 and more), or that attempts under way
-- may still use up the limit (-1). Attempts at one name, or from one address, are admitted one after another, on all
-- nodes: those that come at once never get past a limit together. What counts no longer is deleted elsewhere.
CREATE OR REPLACE FUNCTION admit_login_attempt(
  attempt text,
  attempt_name text,
  attempt_address text,
  attempt_lane text,
  attempt_at timestamptz,
  per_name_and_address integer,
  per_address integer,
  per_lane integer,
  window_seconds integer,
  pending_seconds integer
) RETURNS integer LANGUAGE plpgsql AS $$
DECLARE
  since timestamptz := attempt_at - make_interval(secs => window_seconds);
  given_up timestamptz := attempt_at - make_interval(secs => pending_seconds);
  wait integer;
  is_full boolean;
BEGIN
  -- Always in this order: no two wait for each other.
  PERFORM pg_advisory_xact_lock(hashtextextended('login name ' || attempt_name, 0));
  PERFORM pg_advisory_xact_lock(hashtextextended('login address ' || attempt_address, 0));
  SELECT max(ceil(extract(epoch FROM (blocking - since)))), bool_or(attempts >= most) INTO wait, is_full
  FROM (
    SELECT most, count(a._id) AS attempts,
      (array_agg(a.at ORDER BY a.at DESC) FILTER (WHERE NOT a.pending OR a.at <= given_up))[most] AS blocking
    FROM (VALUES (1, per_name_and_address), (2, per_address), (3, per_lane)) AS bound (number, most)
    JOIN LATERAL (
      SELECT _id, at, pending FROM login_attempts
        WHERE number = 1 AND name_key = attempt_name AND address = attempt_address AND at > since
      UNION ALL
      SELECT _id, at, pending FROM login_attempts
        WHERE number = 2 AND address = attempt_address AND at > since
      UNION ALL
      SELECT _id, at, pending FROM login_attempts
        WHERE number = 3 AND name_key = attempt_name AND lane = attempt_lane AND at > since
    ) a ON true
    GROUP BY number, most
  ) AS counted;
  IF wait IS NOT NULL THEN
    RETURN greatest(wait, 1);
  END IF;
  IF is_full THEN
    RETURN -1;
  END IF;
  INSERT INTO login_attempts (_id, name_key, address, lane, pending, at)
    VALUES (attempt, attempt_name, attempt_address, attempt_lane, true, attempt_at);
  RETURN 0;
END
$$;
