-- Search text of a value: letters and digits of other forms become plain ones, as ᴴᴰ. Must equal the application's `searchForm`.
CREATE FUNCTION search_form(value text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT public.fold_text(normalize(value, NFKC))
$$;
--> statement-breakpoint
-- Only rows that hold such characters are written. Transactions, with the sums by their search texts, and audit events never
-- change (rules C18, G1): earlier ones keep their search texts.
DO $$
DECLARE
  searched regclass;
BEGIN
  FOR searched IN
    SELECT c.oid FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
    WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition
      AND a.attname = 'search' AND NOT a.attisdropped AND a.attgenerated = ''
      AND c.relname NOT IN ('license_transactions', 'transaction_search', 'audit_entries', 'audit_personal')
    ORDER BY c.relname
  LOOP
    EXECUTE format(
      'UPDATE %s SET search = '' '' || public.search_form(search)
       WHERE octet_length(search) > char_length(search) AND search <> '' '' || public.search_form(search)', searched);
  END LOOP;
END
$$;
