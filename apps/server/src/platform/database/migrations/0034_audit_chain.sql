CREATE TABLE "audit_anchors" (
	"day" date PRIMARY KEY NOT NULL,
	"sequence" bigint NOT NULL,
	"hash" "bytea" NOT NULL
);
--> statement-breakpoint
CREATE TABLE "audit_chain" (
	"sequence" bigint PRIMARY KEY NOT NULL,
	"kind" varchar(10) NOT NULL,
	"source_id" bigint NOT NULL,
	"source_at" timestamp with time zone NOT NULL,
	"salt" uuid,
	"content_digest" "bytea",
	"digest" "bytea" NOT NULL,
	"hash" "bytea" NOT NULL,
	"settled_id" bigint NOT NULL,
	CONSTRAINT "audit_chain_source" UNIQUE("source_id","kind")
);
--> statement-breakpoint
CREATE TABLE "audit_drops" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"partition" varchar(63) NOT NULL,
	"records" bigint NOT NULL,
	"before" timestamp with time zone NOT NULL,
	"last_sequence" bigint NOT NULL,
	"last_hash" "bytea" NOT NULL,
	"dropped_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "audit_drops_partition_unique" UNIQUE("partition")
);
--> statement-breakpoint
CREATE TABLE "audit_redactions" (
	"record_id" bigint PRIMARY KEY NOT NULL,
	"redacted_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "audit_records" ADD COLUMN "redacted_at" timestamp with time zone;--> statement-breakpoint
-- By hand.
CREATE OR REPLACE FUNCTION refuse_audit_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	-- Only redact_audit_records sets it.
	IF TG_OP = 'UPDATE' AND current_setting('portal.redacts_audit', true) = 'on' THEN
		RETURN NULL;
	END IF;
	RAISE EXCEPTION 'audit records are never changed';
END $$;
--> statement-breakpoint
CREATE TRIGGER audit_chain_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON "audit_chain"
	FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_change();--> statement-breakpoint
CREATE TRIGGER audit_redactions_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON "audit_redactions"
	FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_change();--> statement-breakpoint
CREATE TRIGGER audit_drops_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON "audit_drops"
	FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_change();--> statement-breakpoint
CREATE TRIGGER audit_anchors_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON "audit_anchors"
	FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_change();--> statement-breakpoint
-- The only way in which an audit record loses what it says of before and after; who, what and when
-- stay. Returns how many lost it now. With the owner's rights, since the portal may not change them.
-- The lock keeps the chain from reading a content that is being erased.
CREATE FUNCTION redact_audit_records(ids bigint[]) RETURNS integer LANGUAGE plpgsql
	SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
	redacted bigint[];
BEGIN
	PERFORM pg_advisory_xact_lock(7203116);
	PERFORM set_config('portal.redacts_audit', 'on', true);
	WITH emptied AS (
		UPDATE public.audit_records SET before = NULL, after = NULL, redacted_at = now()
		WHERE id = ANY(ids) AND redacted_at IS NULL RETURNING id
	)
	SELECT coalesce(array_agg(id), '{}') INTO redacted FROM emptied;
	UPDATE public.audit_chain SET salt = NULL WHERE kind = 'record' AND source_id = ANY(redacted);
	INSERT INTO public.audit_redactions (record_id) SELECT unnest(redacted);
	PERFORM set_config('portal.redacts_audit', 'off', true);
	RETURN cardinality(redacted);
END $$;
