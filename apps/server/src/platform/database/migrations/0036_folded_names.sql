-- What a name is searched and compared by: lower case without tone marks and hooks, and without what
-- people write or leave out: apostrophes of every shape, hyphens, dots and spaces ("Sa’adatu" as
-- "saadatu", "Abdul-Rahman" as "abdulrahman"). The same as foldName of packages/kernel.
CREATE OR REPLACE FUNCTION search_key(text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT
	RETURN translate(regexp_replace(lower(normalize($1, NFD)),
		'[-.''`\s\u00a0\u00ad\u00b4\u02b9-\u02bf\u02c8\u02ca\u02cb\u0300-\u036f\u055a\u2000-\u201b\u2028-\u202f\u2032-\u2037\u205f-\u2064\u2212\u3000\ua78b\ua78c\ufe63\ufeff\uff07\uff0d]', '', 'g'),
		'ƁƊƘƳɓɗƙƴ', 'bdkybdky');
--> statement-breakpoint
-- As in 0015, with the words split before they are folded; one with a hyphen counts as a whole and in
-- its parts.
CREATE OR REPLACE FUNCTION spelling_keys(text) RETURNS text[] LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE STRICT AS $$
DECLARE
	keys text[] := '{}';
	word text;
BEGIN
	FOR word IN
		SELECT DISTINCT public.search_key(part)
		FROM regexp_split_to_table($1, '[\s\u00a0\u2000-\u200a\u202f_.,;:@/\\&+()"]+') whole,
			LATERAL (SELECT whole UNION ALL SELECT regexp_split_to_table(whole, '[-\u2010-\u2015\u2212]')) parts(part)
	LOOP
		CONTINUE WHEN length(word) < 4;
		word := left(word, 24);
		FOR place IN 1..length(word) + 1 LOOP
			keys := keys || (left(word, place - 1) || substr(word, place + 1));
		END LOOP;
	END LOOP;
	RETURN keys;
END $$;
