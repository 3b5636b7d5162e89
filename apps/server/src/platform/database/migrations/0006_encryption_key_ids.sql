CREATE TABLE "installation_keys" (
	"name" text PRIMARY KEY NOT NULL,
	"encrypted_key" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
-- A session that is stored under another id keeps its push subscriptions.
CREATE FUNCTION move_push_of_session() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	UPDATE "push_subscriptions" SET "sid" = NEW."sid" WHERE "sid" = OLD."sid";
	RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER sessions_move_push AFTER UPDATE OF "sid" ON "sessions"
	FOR EACH ROW WHEN (OLD."sid" <> NEW."sid") EXECUTE FUNCTION move_push_of_session();
