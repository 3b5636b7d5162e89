-- Tables that grow without bound become partitioned by month. The rows of an existing table stay
-- where they are: with a key that includes the month the table becomes the first partition, of all
-- months up to the present one. Each start makes the months ahead (database/partitions/).
SET LOCAL lock_timeout = '100ms';--> statement-breakpoint
-- All at once, or the migration begins again: a customer's transaction that has one of them and waits
-- for another would be ended as a deadlock after a second.
LOCK TABLE "users", "notices" IN SHARE ROW EXCLUSIVE MODE;--> statement-breakpoint
LOCK TABLE "chat_sessions", "chat_messages", "chat_notes", "usage_sessions", "usage_days", "outbox_messages",
	"audit_records" IN ACCESS EXCLUSIVE MODE;--> statement-breakpoint
CREATE UNLOGGED TABLE "insert_claims" (
	"key" text PRIMARY KEY NOT NULL,
	"made_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "chat_sessions"
	ADD COLUMN "month" date DEFAULT (date_trunc('month', now() at time zone 'Africa/Lagos'))::date NOT NULL,
	ADD CONSTRAINT "chat_sessions_month" UNIQUE("id","month");--> statement-breakpoint
ALTER TABLE "chat_messages"
	ADD COLUMN "month" date DEFAULT (date_trunc('month', now() at time zone 'Africa/Lagos'))::date NOT NULL,
	DROP CONSTRAINT "chat_messages_session_id_chat_sessions_id_fk",
	DROP CONSTRAINT "chat_messages_session_id_seq_pk",
	ADD CONSTRAINT "chat_messages_session_id_seq_month_pk" PRIMARY KEY("session_id","seq","month"),
	ADD CONSTRAINT "chat_messages_session" FOREIGN KEY ("session_id","month") REFERENCES "public"."chat_sessions"("id","month");--> statement-breakpoint
DROP INDEX "chat_messages_client_id";--> statement-breakpoint
CREATE UNIQUE INDEX "chat_messages_client_id" ON "chat_messages" USING btree ("session_id","sender_id","client_message_id","month") WHERE "chat_messages"."client_message_id" is not null;--> statement-breakpoint
ALTER TABLE "chat_notes"
	DROP CONSTRAINT "chat_notes_session_id_chat_sessions_id_fk",
	ADD CONSTRAINT "chat_notes_session_id_chat_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."chat_sessions"("id") ON DELETE cascade;--> statement-breakpoint
ALTER TABLE "usage_sessions"
	ADD COLUMN "month" date DEFAULT (date_trunc('month', now() at time zone 'Africa/Lagos'))::date NOT NULL,
	DROP CONSTRAINT "usage_sessions_session_key_generation_pk",
	ADD CONSTRAINT "usage_sessions_session_key_generation_month_pk" PRIMARY KEY("session_key","generation","month");--> statement-breakpoint
ALTER TABLE "outbox_messages"
	DROP CONSTRAINT "outbox_messages_message_key_unique",
	DROP CONSTRAINT "outbox_messages_pkey",
	ADD CONSTRAINT "outbox_messages_id_created_at_pk" PRIMARY KEY("id","created_at");--> statement-breakpoint
CREATE INDEX "outbox_messages_key" ON "outbox_messages" USING btree ("message_key");--> statement-breakpoint
ALTER TABLE "audit_records"
	DROP CONSTRAINT "audit_records_pkey",
	ADD CONSTRAINT "audit_records_id_created_at_pk" PRIMARY KEY("id","created_at");--> statement-breakpoint
DO $$
DECLARE
  parent record;
  part record;
  statement text;
  again text[];
  latest date := date_trunc('month', now() AT TIME ZONE 'Africa/Lagos');
  found date;
  first_partition text;
BEGIN
  FOR parent IN
    SELECT * FROM (VALUES
      ('usage_sessions', 'month'), ('usage_days', 'day'), ('chat_messages', 'month'),
      ('outbox_messages', 'created_at'), ('audit_records', 'created_at')
    ) AS parents (name, key)
  LOOP
    -- A row may be dated later than now: a clock was wrong, or was set back.
    EXECUTE format('SELECT date_trunc(''month'', max(%I)::timestamptz AT TIME ZONE ''Africa/Lagos'') FROM %I', parent.key, parent.name)
      INTO found;
    latest := greatest(latest, found);
  END LOOP;
  FOR parent IN
    SELECT * FROM (VALUES
      ('usage_sessions', 'month'), ('usage_days', 'day'), ('chat_messages', 'month'),
      ('outbox_messages', 'created_at'), ('audit_records', 'created_at')
    ) AS parents (name, key)
  LOOP
    first_partition := parent.name || '_to_' || to_char(latest, 'YYYY_MM');
    again := ARRAY(
      SELECT format('ALTER TABLE %I ADD CONSTRAINT %I %s', parent.name, conname, pg_get_constraintdef(oid))
      FROM pg_constraint WHERE conrelid = parent.name::regclass AND contype IN ('p', 'f')
    ) || ARRAY(
      SELECT pg_get_indexdef(indexrelid) FROM pg_index WHERE indrelid = parent.name::regclass AND NOT indisprimary
    ) || ARRAY(
      SELECT pg_get_triggerdef(oid) FROM pg_trigger WHERE tgrelid = parent.name::regclass AND NOT tgisinternal
    );
    FOR part IN
      SELECT c.relname AS name FROM pg_index JOIN pg_class c ON c.oid = indexrelid WHERE indrelid = parent.name::regclass
    LOOP
      EXECUTE format('ALTER INDEX %I RENAME TO %I', part.name, replace(part.name, parent.name, first_partition));
    END LOOP;
    EXECUTE format('ALTER TABLE %I RENAME TO %I', parent.name, first_partition);
    EXECUTE format('CREATE TABLE %I (LIKE %I INCLUDING DEFAULTS INCLUDING CONSTRAINTS) PARTITION BY RANGE (%I)',
      parent.name, first_partition, parent.key);
    FOREACH statement IN ARRAY again LOOP
      EXECUTE statement;
    END LOOP;
    EXECUTE format('ALTER TABLE %I ATTACH PARTITION %I FOR VALUES FROM (MINVALUE) TO (%L)',
      parent.name, first_partition, to_char(latest + interval '1 month', 'YYYY-MM-DD') || ' 00:00:00+01');
  END LOOP;
END $$;
--> statement-breakpoint
ALTER SEQUENCE "outbox_messages_id_seq" OWNED BY "outbox_messages"."id";--> statement-breakpoint
ALTER SEQUENCE "audit_records_id_seq" OWNED BY "audit_records"."id";--> statement-breakpoint
-- A message whose key is stored in any month is skipped, as "on conflict do nothing" does. Claiming
-- the key waits for whoever else inserts it; what they have committed is seen afterwards.
CREATE FUNCTION skip_stored_message() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO insert_claims (key) VALUES ('message:' || NEW.message_key) ON CONFLICT (key) DO UPDATE SET made_at = now();
  IF EXISTS (SELECT FROM outbox_messages WHERE message_key = NEW.message_key) THEN
    RETURN NULL;
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER outbox_messages_once BEFORE INSERT ON "outbox_messages"
	FOR EACH ROW EXECUTE FUNCTION skip_stored_message();--> statement-breakpoint
-- A session that is stored in any month is a unique violation, as its primary key was.
CREATE FUNCTION refuse_stored_session() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO insert_claims (key) VALUES ('session:' || NEW.generation || ':' || NEW.session_key)
    ON CONFLICT (key) DO UPDATE SET made_at = now();
  IF EXISTS (SELECT FROM usage_sessions WHERE session_key = NEW.session_key AND generation = NEW.generation) THEN
    RAISE unique_violation USING MESSAGE = 'the session is stored', CONSTRAINT = 'usage_sessions_once';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER usage_sessions_once BEFORE INSERT ON "usage_sessions"
	FOR EACH ROW EXECUTE FUNCTION refuse_stored_session();--> statement-breakpoint
CREATE INDEX "notices_age" ON "notices" USING brin ("created_at");
