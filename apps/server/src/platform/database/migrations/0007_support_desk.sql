-- What a name is searched by: lower case without tone marks and hooks ("Adébáyọ̀" as "adebayo", "Ɗanladi" as "danladi").
CREATE FUNCTION search_key(text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT
	RETURN translate(regexp_replace(lower(normalize($1, NFD)), '[\u0300-\u036f]', '', 'g'), 'ƁƊƘƳɓɗƙƴ', 'bdkybdky');
--> statement-breakpoint
CREATE TABLE "audit_records" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"actor_id" integer NOT NULL,
	"action" varchar(60) NOT NULL,
	"subject" varchar(100) NOT NULL,
	"before" jsonb,
	"after" jsonb,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "network_updates" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"incident_id" uuid NOT NULL,
	"author_id" integer NOT NULL,
	"text" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "refunds" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"reference" varchar(20) NOT NULL,
	"payment_id" uuid NOT NULL,
	"amount" numeric(10, 2) NOT NULL,
	"reason" text NOT NULL,
	"keep_service" boolean NOT NULL,
	"status" varchar(20) NOT NULL,
	"requested_by" integer NOT NULL,
	"approved_by" integer,
	"gateway_refund_id" varchar(100),
	"outcome" text,
	"next_check_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "refunds_reference_unique" UNIQUE("reference")
);
--> statement-breakpoint
CREATE TABLE "staff_recovery_codes" (
	"code_hash" text PRIMARY KEY NOT NULL,
	"user_id" integer NOT NULL,
	"used_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "staff_second_factors" (
	"user_id" integer PRIMARY KEY NOT NULL,
	"sealed_secret" text NOT NULL,
	"confirmed_at" timestamp with time zone,
	"last_step" bigint DEFAULT 0 NOT NULL,
	"failures" integer DEFAULT 0 NOT NULL,
	"blocked_until" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "ticket_attachments" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"uploader_id" integer NOT NULL,
	"ticket_id" uuid,
	"reply_id" bigint,
	"name" varchar(150) NOT NULL,
	"media_type" varchar(30) NOT NULL,
	"size_bytes" integer NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "ticket_replies" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"ticket_id" uuid NOT NULL,
	"author_id" integer NOT NULL,
	"from_staff" boolean NOT NULL,
	"is_note" boolean DEFAULT false NOT NULL,
	"body" text NOT NULL,
	"client_reply_id" varchar(64) NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "ticket_replies_once" UNIQUE("ticket_id","author_id","client_reply_id")
);
--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "second_factor_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "network_incidents" ADD COLUMN "cause" varchar(300) DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "network_incidents" ADD COLUMN "resolved_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "received" numeric(10, 2);--> statement-breakpoint
ALTER TABLE "support_tickets" ADD COLUMN "category" varchar(20) DEFAULT 'other' NOT NULL;--> statement-breakpoint
ALTER TABLE "support_tickets" ADD COLUMN "assignee_id" integer;--> statement-breakpoint
ALTER TABLE "support_tickets" ADD COLUMN "source" varchar(100);--> statement-breakpoint
ALTER TABLE "support_tickets" ADD COLUMN "contact_by" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "support_tickets" ADD COLUMN "resolve_by" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "support_tickets" ADD COLUMN "contacted_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "support_tickets" ADD COLUMN "resolved_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "support_tickets" ADD COLUMN "closed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "audit_records" ADD CONSTRAINT "audit_records_actor_id_users_id_fk" FOREIGN KEY ("actor_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "network_updates" ADD CONSTRAINT "network_updates_incident_id_network_incidents_id_fk" FOREIGN KEY ("incident_id") REFERENCES "public"."network_incidents"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "network_updates" ADD CONSTRAINT "network_updates_author_id_users_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_requested_by_users_id_fk" FOREIGN KEY ("requested_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_approved_by_users_id_fk" FOREIGN KEY ("approved_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "staff_recovery_codes" ADD CONSTRAINT "staff_recovery_codes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "staff_second_factors" ADD CONSTRAINT "staff_second_factors_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ticket_attachments" ADD CONSTRAINT "ticket_attachments_uploader_id_users_id_fk" FOREIGN KEY ("uploader_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ticket_attachments" ADD CONSTRAINT "ticket_attachments_ticket_id_support_tickets_id_fk" FOREIGN KEY ("ticket_id") REFERENCES "public"."support_tickets"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ticket_attachments" ADD CONSTRAINT "ticket_attachments_reply_id_ticket_replies_id_fk" FOREIGN KEY ("reply_id") REFERENCES "public"."ticket_replies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ticket_replies" ADD CONSTRAINT "ticket_replies_ticket_id_support_tickets_id_fk" FOREIGN KEY ("ticket_id") REFERENCES "public"."support_tickets"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ticket_replies" ADD CONSTRAINT "ticket_replies_author_id_users_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "audit_records_subject" ON "audit_records" USING btree ("subject","id");--> statement-breakpoint
CREATE INDEX "audit_records_actor" ON "audit_records" USING btree ("actor_id","id");--> statement-breakpoint
CREATE INDEX "network_updates_incident" ON "network_updates" USING btree ("incident_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "refunds_one" ON "refunds" USING btree ("payment_id") WHERE "refunds"."status" <> 'failed';--> statement-breakpoint
CREATE INDEX "refunds_payment" ON "refunds" USING btree ("payment_id");--> statement-breakpoint
CREATE INDEX "refunds_due_check" ON "refunds" USING btree ("next_check_at") WHERE "refunds"."next_check_at" is not null;--> statement-breakpoint
CREATE INDEX "staff_recovery_codes_user" ON "staff_recovery_codes" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "ticket_attachments_ticket" ON "ticket_attachments" USING btree ("ticket_id");--> statement-breakpoint
CREATE INDEX "ticket_attachments_uploader" ON "ticket_attachments" USING btree ("uploader_id");--> statement-breakpoint
CREATE INDEX "ticket_attachments_unsent" ON "ticket_attachments" USING btree ("created_at") WHERE "ticket_attachments"."ticket_id" is null;--> statement-breakpoint
CREATE INDEX "ticket_replies_thread" ON "ticket_replies" USING btree ("ticket_id","id");--> statement-breakpoint
CREATE INDEX "ticket_replies_author" ON "ticket_replies" USING btree ("author_id","created_at");--> statement-breakpoint
ALTER TABLE "support_tickets" ADD CONSTRAINT "support_tickets_assignee_id_users_id_fk" FOREIGN KEY ("assignee_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "users_first_name_search" ON "users" USING btree (search_key("first_name") text_pattern_ops);--> statement-breakpoint
CREATE INDEX "users_last_name_search" ON "users" USING btree (search_key("last_name") text_pattern_ops);--> statement-breakpoint
CREATE INDEX "users_email_search" ON "users" USING btree (search_key("email") text_pattern_ops);--> statement-breakpoint
CREATE INDEX "users_phone_search" ON "users" USING btree ("phone" varchar_pattern_ops);--> statement-breakpoint
CREATE INDEX "users_newest" ON "users" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "network_incidents_latest" ON "network_incidents" USING btree ("starts_at","id");--> statement-breakpoint
CREATE INDEX "payments_newest" ON "payments" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "payments_status" ON "payments" USING btree ("status","created_at","id");--> statement-breakpoint
CREATE INDEX "webhook_events_reference" ON "webhook_events" USING btree ("reference");--> statement-breakpoint
CREATE INDEX "referrals_newest" ON "referrals" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "support_tickets_due" ON "support_tickets" USING btree ((coalesce(case when "contacted_at" is null then least("contact_by", "resolve_by") else "resolve_by" end, 'infinity'::timestamptz)),"number") WHERE "support_tickets"."status" in ('open', 'in-progress');--> statement-breakpoint
CREATE INDEX "support_tickets_assignee" ON "support_tickets" USING btree ("assignee_id") WHERE "support_tickets"."status" in ('open', 'in-progress');--> statement-breakpoint
CREATE INDEX "support_tickets_status" ON "support_tickets" USING btree ("status","number");--> statement-breakpoint
ALTER TABLE "support_tickets" ADD CONSTRAINT "support_tickets_source_unique" UNIQUE("source");--> statement-breakpoint
CREATE FUNCTION refuse_audit_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	RAISE EXCEPTION 'audit records are never changed';
END $$;
--> statement-breakpoint
CREATE TRIGGER audit_records_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON "audit_records"
	FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_change();
