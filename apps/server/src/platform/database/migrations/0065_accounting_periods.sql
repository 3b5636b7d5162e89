CREATE TABLE "accounting_periods" (
	"month" varchar(7) PRIMARY KEY NOT NULL,
	"status" varchar(20) NOT NULL,
	"closed_at" timestamp with time zone NOT NULL,
	"closed_by" integer NOT NULL,
	"note" varchar(500),
	"figures" jsonb,
	"reopen_requested_by" integer,
	"reopen_reason" varchar(500),
	"reopened_by" integer,
	"reopened_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "accounting_periods" ADD CONSTRAINT "accounting_periods_closed_by_users_id_fk" FOREIGN KEY ("closed_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "accounting_periods" ADD CONSTRAINT "accounting_periods_reopen_requested_by_users_id_fk" FOREIGN KEY ("reopen_requested_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "accounting_periods" ADD CONSTRAINT "accounting_periods_reopened_by_users_id_fk" FOREIGN KEY ("reopened_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
-- By hand: a closed month takes no entry, whoever writes it (decision 125).
CREATE FUNCTION refuse_entries_of_closed_months() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE closed varchar;
BEGIN
	SELECT p.month INTO closed FROM accounting_periods p
	WHERE p.status <> 'reopened' AND EXISTS (
		SELECT FROM booked b
		WHERE b.created_at >= (p.month || '-01')::timestamp AT TIME ZONE 'Africa/Lagos'
			AND b.created_at < ((p.month || '-01')::timestamp + interval '1 month') AT TIME ZONE 'Africa/Lagos')
	LIMIT 1;
	IF closed IS NOT NULL THEN
		RAISE EXCEPTION 'the month % is closed: nothing is booked into it', closed USING ERRCODE = 'check_violation';
	END IF;
	RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER ledger_entries_closed_months AFTER INSERT ON "ledger_entries"
	REFERENCING NEW TABLE AS booked FOR EACH STATEMENT EXECUTE FUNCTION refuse_entries_of_closed_months();
--> statement-breakpoint
INSERT INTO "staff_role_permissions" ("role", "permission") VALUES
	('manager', 'accounting:close'), ('billing', 'accounting:close')
ON CONFLICT DO NOTHING;
