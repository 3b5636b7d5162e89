-- What typing errors are forgiven by: each word of four characters or more, folded as `search_key`
-- does, and the same word without one of its characters. Two words with one error between them (a
-- wrong, missing or additional character, or two neighbours exchanged) have such a key in common.
CREATE FUNCTION spelling_keys(text) RETURNS text[] LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE STRICT AS $$
DECLARE
	keys text[] := '{}';
	word text;
BEGIN
	-- With its schema, since a restored dump has no search path.
	FOREACH word IN ARRAY regexp_split_to_array(public.search_key($1), '[^[:alnum:]]+') LOOP
		CONTINUE WHEN length(word) < 4;
		word := left(word, 24);
		FOR place IN 1..length(word) + 1 LOOP
			keys := keys || (left(word, place - 1) || substr(word, place + 1));
		END LOOP;
	END LOOP;
	RETURN keys;
END $$;
--> statement-breakpoint
-- Of an address the part before the domain, of a number in E.164 what follows the country's code.
CREATE FUNCTION customer_spelling(first_name text, last_name text, email text, phone text) RETURNS text[] LANGUAGE sql IMMUTABLE PARALLEL SAFE
	RETURN spelling_keys(coalesce(first_name, '') || ' ' || coalesce(last_name, '') || ' ' || split_part(email, '@', 1) || ' ' || coalesce(substr(phone, 5), ''));
--> statement-breakpoint
CREATE TABLE "customer_notes" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"user_id" integer NOT NULL,
	"author_id" integer NOT NULL,
	"text" varchar(2000) NOT NULL,
	"client_note_id" varchar(64) NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "customer_notes_once" UNIQUE("user_id","author_id","client_note_id")
);
--> statement-breakpoint
CREATE TABLE "customer_tags" (
	"user_id" integer NOT NULL,
	"tag" varchar(30) NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "customer_tags_user_id_tag_pk" PRIMARY KEY("user_id","tag")
);
--> statement-breakpoint
CREATE TABLE "overview_figures" (
	"figure" varchar(30) PRIMARY KEY NOT NULL,
	"value" json NOT NULL,
	"computed_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "line_addresses" (
	"username" varchar(253) PRIMARY KEY NOT NULL,
	"mac" varchar(12),
	"ip" varchar(45),
	"seen_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "customer_notes" ADD CONSTRAINT "customer_notes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "customer_notes" ADD CONSTRAINT "customer_notes_author_id_users_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "customer_tags" ADD CONSTRAINT "customer_tags_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "customer_notes_customer" ON "customer_notes" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "customer_tags_tag" ON "customer_tags" USING btree ("tag","user_id");--> statement-breakpoint
CREATE INDEX "line_addresses_mac" ON "line_addresses" USING btree ("mac") WHERE "line_addresses"."mac" is not null;--> statement-breakpoint
CREATE INDEX "line_addresses_ip" ON "line_addresses" USING btree ("ip") WHERE "line_addresses"."ip" is not null;--> statement-breakpoint
CREATE FUNCTION note_line_addresses() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	-- In the order of logins, so that two batches of packets never wait for each other.
	INSERT INTO "line_addresses" ("username", "mac", "ip", "seen_at")
		SELECT DISTINCT ON (username) username,
			CASE WHEN length(digits) = 12 THEN digits END, framed_address, started_at
		FROM (SELECT *, lower(regexp_replace(calling_station, '[^0-9A-Fa-f]', '', 'g')) AS digits FROM begun) written
		WHERE user_id IS NOT NULL AND (length(digits) = 12 OR framed_address IS NOT NULL)
		ORDER BY username, started_at DESC
		ON CONFLICT ("username") DO UPDATE SET "mac" = excluded.mac, "ip" = excluded.ip, "seen_at" = excluded.seen_at
		WHERE "line_addresses"."seen_at" <= excluded.seen_at;
	RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER "usage_sessions_addresses" AFTER INSERT ON "usage_sessions" REFERENCING NEW TABLE AS begun
	FOR EACH STATEMENT EXECUTE FUNCTION note_line_addresses();
