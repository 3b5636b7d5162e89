-- The whole schema. By hand: the functions here, and everything after the line "By hand" below.
-- Between them stands what `drizzle-kit generate` makes of schema/, with each table's columns in the
-- order in which they were once added (docs/decisions/042-one-migration-baseline.md).

-- What a name is searched by: lower case without tone marks and hooks ("Adébáyọ̀" as "adebayo",
-- "Ɗanladi" as "danladi").
CREATE FUNCTION search_key(text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT
	RETURN translate(regexp_replace(lower(normalize($1, NFD)), '[\u0300-\u036f]', '', 'g'), 'ƁƊƘƳɓɗƙƴ', 'bdkybdky');
--> statement-breakpoint
CREATE FUNCTION refuse_audit_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	RAISE EXCEPTION 'audit records are never changed';
END $$;
--> statement-breakpoint
CREATE FUNCTION end_push_of_session() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	DELETE FROM "push_subscriptions" WHERE "sid" = OLD."sid";
	RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TABLE "account_devices" (
	"user_id" integer NOT NULL,
	"device" varchar(16) NOT NULL,
	"seen_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "account_devices_user_id_device_pk" PRIMARY KEY("user_id","device")
);
--> statement-breakpoint
CREATE TABLE "account_tokens" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"user_id" integer NOT NULL,
	"purpose" varchar(30) NOT NULL,
	"email" varchar(255) NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"used_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "link_mail_counts" (
	"key" text PRIMARY KEY NOT NULL,
	"mails" integer NOT NULL,
	"last_mail_at" timestamp with time zone NOT NULL,
	"ends_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"sid" text PRIMARY KEY NOT NULL,
	"sess" json NOT NULL,
	"user_id" integer NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expire" timestamp with time zone NOT NULL,
	"second_factor_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "sign_in_attempts" (
	"key" text PRIMARY KEY NOT NULL,
	"failures" integer DEFAULT 0 NOT NULL,
	"last_failure_at" timestamp with time zone NOT NULL,
	"blocked_until" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "users" (
	"id" serial PRIMARY KEY NOT NULL,
	"email" varchar(255) NOT NULL,
	"email_key" varchar(255) NOT NULL,
	"password_hash" varchar(255) NOT NULL,
	"role" varchar(50) DEFAULT 'customer' NOT NULL,
	"first_name" varchar(100),
	"last_name" varchar(100),
	"profile_image_url" text,
	"phone" varchar(20),
	"phone_verified_at" timestamp with time zone,
	"email_verified_at" timestamp with time zone,
	"referral_code" varchar(32) NOT NULL,
	"disabled" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "users_email_unique" UNIQUE("email"),
	CONSTRAINT "users_email_key_unique" UNIQUE("email_key"),
	CONSTRAINT "users_referral_code_unique" UNIQUE("referral_code")
);
--> statement-breakpoint
CREATE TABLE "announcements" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"form_id" uuid NOT NULL,
	"kind" varchar(10) NOT NULL,
	"title" varchar(80) NOT NULL,
	"text" varchar(500) NOT NULL,
	"link" varchar(300),
	"audience" varchar(60) NOT NULL,
	"state" varchar(10) DEFAULT 'sending' NOT NULL,
	"expected" integer NOT NULL,
	"reached" integer DEFAULT 0 NOT NULL,
	"reached_until" integer DEFAULT 0 NOT NULL,
	"last_user_id" integer NOT NULL,
	"author_id" integer NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone,
	"stopped_by" integer,
	"stop_reason" varchar(500),
	CONSTRAINT "announcements_form_id_unique" UNIQUE("form_id")
);
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
CREATE TABLE "auto_pay_consents" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" integer NOT NULL,
	"subscription_id" uuid NOT NULL,
	"payment_method_id" uuid NOT NULL,
	"words" text NOT NULL,
	"given_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone,
	"end_reason" varchar(20)
);
--> statement-breakpoint
CREATE TABLE "chat_agents" (
	"user_id" integer PRIMARY KEY NOT NULL,
	"presence" varchar(10) DEFAULT 'available' NOT NULL,
	"seen_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "chat_messages" (
	"session_id" uuid NOT NULL,
	"seq" integer NOT NULL,
	"sender" varchar(5) NOT NULL,
	"sender_id" integer NOT NULL,
	"content" text NOT NULL,
	"client_message_id" varchar(64),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "chat_messages_session_id_seq_pk" PRIMARY KEY("session_id","seq"),
	CONSTRAINT "chat_messages_seq" CHECK ("chat_messages"."seq" >= 1)
);
--> statement-breakpoint
CREATE TABLE "chat_notes" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"session_id" uuid NOT NULL,
	"author_id" integer NOT NULL,
	"content" text NOT NULL,
	"after_seq" integer NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "chat_sessions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" integer NOT NULL,
	"status" varchar(10) DEFAULT 'waiting' NOT NULL,
	"agent_id" integer,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"waiting_since" timestamp with time zone DEFAULT now() NOT NULL,
	"accepted_at" timestamp with time zone,
	"first_reply_at" timestamp with time zone,
	"closed_at" timestamp with time zone,
	"close_reason" varchar(20),
	"last_seq" integer DEFAULT 0 NOT NULL,
	"last_message_at" timestamp with time zone,
	"user_delivered_seq" integer DEFAULT 0 NOT NULL,
	"user_read_seq" integer DEFAULT 0 NOT NULL,
	"agent_delivered_seq" integer DEFAULT 0 NOT NULL,
	"agent_read_seq" integer DEFAULT 0 NOT NULL,
	"ticket_id" uuid,
	"ticket_number" varchar(20),
	CONSTRAINT "chat_sessions_agent" CHECK ("chat_sessions"."status" <> 'active' or "chat_sessions"."agent_id" is not null),
	CONSTRAINT "chat_sessions_end" CHECK (("chat_sessions"."status" = 'closed') = ("chat_sessions"."closed_at" is not null))
);
--> statement-breakpoint
CREATE TABLE "saved_replies" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"title" varchar(60) NOT NULL,
	"content" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "data_bundles" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"name" varchar(100) NOT NULL,
	"gigabytes" integer NOT NULL,
	"price" numeric(10, 2) NOT NULL,
	"position" integer NOT NULL,
	"is_active" boolean DEFAULT true NOT NULL,
	CONSTRAINT "data_bundles_name_unique" UNIQUE("name")
);
--> statement-breakpoint
CREATE TABLE "payment_disputes" (
	"payment_id" uuid PRIMARY KEY NOT NULL,
	"opened_at" timestamp with time zone NOT NULL,
	"due_at" timestamp with time zone,
	"outcome" varchar(10),
	"closed_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "gateway_differences" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"gateway" varchar(20) NOT NULL,
	"reference" varchar(100) NOT NULL,
	"kind" varchar(20) NOT NULL,
	"ours" numeric(10, 2),
	"theirs" numeric(10, 2),
	"their_status" varchar(100) NOT NULL,
	"found_at" timestamp with time zone NOT NULL,
	"closed_at" timestamp with time zone,
	"closed_by" integer,
	"close_reason" text,
	CONSTRAINT "gateway_differences_once" UNIQUE("gateway","reference","kind")
);
--> statement-breakpoint
CREATE TABLE "billing_details" (
	"user_id" integer PRIMARY KEY NOT NULL,
	"company_name" varchar(150),
	"address" varchar(300),
	"tax_id" varchar(20),
	"updated_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "credit_notes" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"credit_note_number" varchar(30) NOT NULL,
	"year" integer NOT NULL,
	"sequence" integer NOT NULL,
	"invoice_id" uuid NOT NULL,
	"user_id" integer NOT NULL,
	"total" numeric(10, 2) NOT NULL,
	"vat" numeric(10, 2) NOT NULL,
	"issued_at" timestamp with time zone NOT NULL,
	CONSTRAINT "credit_notes_credit_note_number_unique" UNIQUE("credit_note_number"),
	CONSTRAINT "credit_notes_sequence" UNIQUE("year","sequence")
);
--> statement-breakpoint
CREATE TABLE "invoices" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"invoice_number" varchar(30) NOT NULL,
	"year" integer NOT NULL,
	"sequence" integer NOT NULL,
	"user_id" integer NOT NULL,
	"subscription_id" uuid NOT NULL,
	"period_number" integer NOT NULL,
	"kind" varchar(20) NOT NULL,
	"status" varchar(20) NOT NULL,
	"total" numeric(10, 2) NOT NULL,
	"vat" numeric(10, 2) NOT NULL,
	"snapshot" jsonb NOT NULL,
	"electronic_reference" varchar(100),
	"issued_at" timestamp with time zone NOT NULL,
	"due_at" timestamp with time zone NOT NULL,
	"payment_id" uuid,
	"paid_at" timestamp with time zone,
	"voided_at" timestamp with time zone,
	"void_reason" varchar(30),
	CONSTRAINT "invoices_invoice_number_unique" UNIQUE("invoice_number"),
	CONSTRAINT "invoices_payment_id_unique" UNIQUE("payment_id"),
	CONSTRAINT "invoices_sequence" UNIQUE("year","sequence")
);
--> statement-breakpoint
CREATE TABLE "number_series" (
	"series" varchar(20) NOT NULL,
	"year" integer NOT NULL,
	"last_number" integer NOT NULL,
	CONSTRAINT "number_series_series_year_pk" PRIMARY KEY("series","year")
);
--> statement-breakpoint
CREATE TABLE "receipts" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"receipt_number" varchar(30) NOT NULL,
	"year" integer NOT NULL,
	"sequence" integer NOT NULL,
	"payment_id" uuid NOT NULL,
	"user_id" integer NOT NULL,
	"total" numeric(10, 2) NOT NULL,
	"vat_included" numeric(10, 2) NOT NULL,
	"snapshot" jsonb NOT NULL,
	"issued_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "receipts_receipt_number_unique" UNIQUE("receipt_number"),
	CONSTRAINT "receipts_payment_id_unique" UNIQUE("payment_id"),
	CONSTRAINT "receipts_sequence" UNIQUE("year","sequence")
);
--> statement-breakpoint
CREATE TABLE "network_actions" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"user_id" integer NOT NULL,
	"username" varchar(253) NOT NULL,
	"kind" varchar(15) NOT NULL,
	"reason" varchar(15) NOT NULL,
	"nas" varchar(253) NOT NULL,
	"session_id" varchar(253) NOT NULL,
	"framed_address" varchar(45),
	"download_mbps" integer NOT NULL,
	"state" varchar(12) DEFAULT 'waiting' NOT NULL,
	"attempts" smallint DEFAULT 0 NOT NULL,
	"answer" varchar(200),
	"next_attempt_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "network_comparisons" (
	"day" date PRIMARY KEY NOT NULL,
	"compared_at" timestamp with time zone NOT NULL,
	"total" integer NOT NULL,
	"totals" jsonb DEFAULT '{}'::jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "network_differences" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"day" date NOT NULL,
	"kind" varchar(20) NOT NULL,
	"user_id" integer,
	"username" varchar(253),
	"nas" varchar(253),
	"since" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "network_lines" (
	"user_id" integer PRIMARY KEY NOT NULL,
	"username" varchar(253) NOT NULL,
	"access" varchar(10) NOT NULL,
	"download_mbps" integer NOT NULL,
	"changed_at" timestamp with time zone NOT NULL,
	"last_accepted_at" timestamp with time zone,
	"last_refused_at" timestamp with time zone,
	"plan_id" uuid,
	CONSTRAINT "network_lines_username_unique" UNIQUE("username")
);
--> statement-breakpoint
CREATE TABLE "network_incidents" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"kind" varchar(20) NOT NULL,
	"severity" varchar(20) NOT NULL,
	"status" varchar(20) NOT NULL,
	"area" varchar(100) NOT NULL,
	"title" varchar(200) NOT NULL,
	"details" text DEFAULT '' NOT NULL,
	"starts_at" timestamp with time zone NOT NULL,
	"ends_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"cause" varchar(300) DEFAULT '' NOT NULL,
	"resolved_at" timestamp with time zone,
	CONSTRAINT "network_incidents_forward" CHECK ("network_incidents"."ends_at" is null or "network_incidents"."ends_at" >= "network_incidents"."starts_at")
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
CREATE TABLE "notices" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"user_id" integer NOT NULL,
	"notice_key" varchar(150) NOT NULL,
	"kind" varchar(40) NOT NULL,
	"values" jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"read_at" timestamp with time zone,
	"announced_at" timestamp with time zone,
	CONSTRAINT "notices_notice_key_unique" UNIQUE("notice_key")
);
--> statement-breakpoint
CREATE TABLE "notification_choices" (
	"user_id" integer PRIMARY KEY NOT NULL,
	"service_updates" boolean DEFAULT true NOT NULL,
	"bill_reminders" boolean DEFAULT true NOT NULL,
	"promotional_offers" boolean DEFAULT false NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"language" varchar(2) DEFAULT 'en' NOT NULL
);
--> statement-breakpoint
CREATE TABLE "outbox_messages" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"message_key" varchar(150) NOT NULL,
	"channel" varchar(10) NOT NULL,
	"recipient" varchar(255) NOT NULL,
	"subject" varchar(255) DEFAULT '' NOT NULL,
	"text" text NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_attempt_at" timestamp with time zone DEFAULT now() NOT NULL,
	"sent_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"html" text,
	"expires_at" timestamp with time zone,
	"given_up_at" timestamp with time zone,
	"promotional" boolean DEFAULT false NOT NULL,
	"fallback" jsonb,
	"provider" varchar(20),
	"provider_message_id" varchar(100),
	"delivery" varchar(12),
	"reported_at" timestamp with time zone,
	CONSTRAINT "outbox_messages_message_key_unique" UNIQUE("message_key")
);
--> statement-breakpoint
CREATE TABLE "push_subscriptions" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"user_id" integer NOT NULL,
	"sid" text NOT NULL,
	"endpoint" text NOT NULL,
	"p256dh" varchar(100) NOT NULL,
	"auth" varchar(30) NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "push_subscriptions_endpoint_unique" UNIQUE("endpoint")
);
--> statement-breakpoint
CREATE TABLE "customer_areas" (
	"user_id" integer PRIMARY KEY NOT NULL,
	"area" varchar(100) NOT NULL,
	"changed_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "outage_compensation_lines" (
	"incident_id" uuid NOT NULL,
	"subscription_id" uuid NOT NULL,
	"user_id" integer NOT NULL,
	"lost_ms" bigint NOT NULL,
	"state" varchar(10) DEFAULT 'waiting' NOT NULL,
	"reason" varchar(500),
	"excluded_by" integer,
	"paid_until" timestamp with time zone,
	"changed_at" timestamp with time zone NOT NULL,
	CONSTRAINT "outage_compensation_lines_incident_id_subscription_id_pk" PRIMARY KEY("incident_id","subscription_id")
);
--> statement-breakpoint
CREATE TABLE "outage_compensations" (
	"incident_id" uuid PRIMARY KEY NOT NULL,
	"state" varchar(10) DEFAULT 'listing' NOT NULL,
	"area" varchar(100) NOT NULL,
	"starts_at" timestamp with time zone NOT NULL,
	"ends_at" timestamp with time zone NOT NULL,
	"listed_until" uuid,
	"apply_at" timestamp with time zone NOT NULL,
	"applied_by" integer,
	"created_at" timestamp with time zone NOT NULL,
	"done_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "service_areas" (
	"name" varchar(100) PRIMARY KEY NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "credit_balances" (
	"user_id" integer PRIMARY KEY NOT NULL,
	"balance" numeric(14, 2) DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "gateway_comparisons" (
	"gateway" varchar(20) PRIMARY KEY NOT NULL,
	"compared_until" timestamp with time zone,
	"next_at" timestamp with time zone NOT NULL,
	"settled" jsonb DEFAULT '[]'::jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "ledger_entries" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"transaction_key" varchar(100) NOT NULL,
	"account" varchar(50) NOT NULL,
	"user_id" integer,
	"payment_id" uuid,
	"amount" numeric(14, 2) NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "ledger_entries_once" UNIQUE("transaction_key","account")
);
--> statement-breakpoint
CREATE TABLE "payment_events" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"payment_id" uuid NOT NULL,
	"kind" varchar(40) NOT NULL,
	"source" varchar(20) NOT NULL,
	"details" jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "payment_methods" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" integer NOT NULL,
	"provider" varchar(20) NOT NULL,
	"reference" varchar(255) NOT NULL,
	"is_default" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"card_brand" varchar(30),
	"card_last_four" varchar(4),
	"card_expiry" varchar(7),
	"card_signature" varchar(100),
	"email" varchar(255) DEFAULT '' NOT NULL,
	"expiry_told_at" timestamp with time zone,
	"removed_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "payments" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"reference" varchar(20) NOT NULL,
	"user_id" integer NOT NULL,
	"subscription_id" uuid NOT NULL,
	"plan_id" uuid NOT NULL,
	"period_number" integer NOT NULL,
	"gateway" varchar(20) NOT NULL,
	"amount" numeric(10, 2) NOT NULL,
	"credit_used" numeric(10, 2) DEFAULT 0 NOT NULL,
	"currency" varchar(3) DEFAULT 'NGN' NOT NULL,
	"status" varchar(20) DEFAULT 'initialized' NOT NULL,
	"quote" jsonb NOT NULL,
	"email" varchar(255) NOT NULL,
	"description" varchar(255) NOT NULL,
	"authorization_url" text,
	"gateway_reference" varchar(255),
	"channel" varchar(50),
	"open_key" text,
	"checks" integer DEFAULT 0 NOT NULL,
	"next_check_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"paid_at" timestamp with time zone,
	"received" numeric(10, 2),
	"bundle_id" uuid,
	"upgrade_from_plan_id" uuid,
	"card" jsonb,
	"auto_pay_consent" text,
	"payment_method_id" uuid,
	"charge_attempt" integer,
	"charge_due_at" timestamp with time zone,
	"sent_back" numeric(10, 2) DEFAULT 0 NOT NULL,
	CONSTRAINT "payments_reference_unique" UNIQUE("reference")
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
CREATE TABLE "webhook_events" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"gateway" varchar(20) NOT NULL,
	"event_key" varchar(255) NOT NULL,
	"event_name" varchar(100) NOT NULL,
	"reference" varchar(100),
	"raw_body" text NOT NULL,
	"status" varchar(20) DEFAULT 'stored' NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_attempt_at" timestamp with time zone DEFAULT now() NOT NULL,
	"last_error" text,
	"received_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "webhook_events_once" UNIQUE("gateway","event_key")
);
--> statement-breakpoint
CREATE TABLE "phone_codes" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" integer NOT NULL,
	"phone" varchar(20) NOT NULL,
	"code_hash" varchar(64) NOT NULL,
	"address_prefix" varchar(64) NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"closed_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"counted" boolean DEFAULT true NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sales_requests" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"request_number" varchar(20) NOT NULL,
	"kind" varchar(20) NOT NULL,
	"name" varchar(100) NOT NULL,
	"email" varchar(255) NOT NULL,
	"phone" varchar(20),
	"organisation" varchar(150),
	"message" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "sales_requests_request_number_unique" UNIQUE("request_number")
);
--> statement-breakpoint
CREATE TABLE "service_plans" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"region" varchar(50) NOT NULL,
	"name" varchar(150) NOT NULL,
	"speed" varchar(50) NOT NULL,
	"download_mbps" integer NOT NULL,
	"data_limit_gb" integer,
	"price" numeric(10, 2) NOT NULL,
	"currency" varchar(3) DEFAULT 'NGN' NOT NULL,
	"type" varchar(20) NOT NULL,
	"features" json NOT NULL,
	"position" integer NOT NULL,
	"is_active" boolean DEFAULT true NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "service_plans_name_unique" UNIQUE("name")
);
--> statement-breakpoint
CREATE TABLE "referrals" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"referrer_id" integer NOT NULL,
	"referee_id" integer,
	"referral_code" varchar(64) NOT NULL,
	"status" varchar(20) DEFAULT 'pending' NOT NULL,
	"reward" numeric(10, 2) DEFAULT 2000.00 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"completed_at" timestamp with time zone,
	"flags" text[] DEFAULT '{}' NOT NULL,
	"cleared_at" timestamp with time zone,
	CONSTRAINT "referrals_referee_id_unique" UNIQUE("referee_id"),
	CONSTRAINT "referrals_referral_code_unique" UNIQUE("referral_code"),
	CONSTRAINT "referrals_not_oneself" CHECK ("referrals"."referrer_id" <> "referrals"."referee_id")
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
CREATE TABLE "plan_upgrades" (
	"payment_id" uuid PRIMARY KEY NOT NULL,
	"subscription_id" uuid NOT NULL,
	"period_number" integer NOT NULL,
	"from_plan_id" uuid NOT NULL,
	"to_plan_id" uuid NOT NULL,
	"upgraded_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "speed_test_results" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" integer NOT NULL,
	"download_speed" numeric(8, 2) NOT NULL,
	"upload_speed" numeric(8, 2) NOT NULL,
	"ping" numeric(6, 2) NOT NULL,
	"timestamp" timestamp with time zone DEFAULT now() NOT NULL,
	"how" jsonb,
	"trace" jsonb
);
--> statement-breakpoint
CREATE TABLE "subscription_pauses" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"subscription_id" uuid NOT NULL,
	"year" integer NOT NULL,
	"starts_at" timestamp with time zone NOT NULL,
	"ends_at" timestamp with time zone NOT NULL,
	"anchor_day" integer,
	CONSTRAINT "subscription_pauses_year" UNIQUE("subscription_id","year"),
	CONSTRAINT "subscription_pauses_forward" CHECK ("subscription_pauses"."ends_at" >= "subscription_pauses"."starts_at")
);
--> statement-breakpoint
CREATE TABLE "subscription_periods" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"subscription_id" uuid NOT NULL,
	"period_number" integer NOT NULL,
	"plan_id" uuid NOT NULL,
	"monthly_fee" numeric(10, 2) NOT NULL,
	"payment_id" uuid NOT NULL,
	"starts_at" timestamp with time zone NOT NULL,
	"ends_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"begun" boolean DEFAULT true NOT NULL,
	"taken_back_at" timestamp with time zone,
	CONSTRAINT "subscription_periods_payment_id_unique" UNIQUE("payment_id"),
	CONSTRAINT "subscription_periods_number" UNIQUE("subscription_id","period_number"),
	CONSTRAINT "subscription_periods_forward" CHECK ("subscription_periods"."ends_at" > "subscription_periods"."starts_at")
);
--> statement-breakpoint
CREATE TABLE "usage_data" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" integer NOT NULL,
	"period" varchar(7) NOT NULL,
	"data_used" numeric(12, 2) NOT NULL,
	"data_limit" numeric(12, 2),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"download_bytes" bigint DEFAULT 0 NOT NULL,
	"upload_bytes" bigint DEFAULT 0 NOT NULL,
	"alerted_percent" smallint DEFAULT 0 NOT NULL,
	CONSTRAINT "usage_data_period" UNIQUE("user_id","period")
);
--> statement-breakpoint
CREATE TABLE "user_subscriptions" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" integer NOT NULL,
	"plan_id" uuid NOT NULL,
	"scheduled_plan_id" uuid,
	"status" varchar(20) DEFAULT 'active' NOT NULL,
	"start_date" timestamp with time zone,
	"next_renewal" timestamp with time zone NOT NULL,
	"anchor_day" integer NOT NULL,
	"monthly_fee" numeric(10, 2) NOT NULL,
	"paid_periods" integer DEFAULT 0 NOT NULL,
	"auto_pay" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"next_step_at" timestamp with time zone DEFAULT now(),
	"paused_until" timestamp with time zone,
	"cancel_requested_at" timestamp with time zone,
	"cancel_reason" varchar(500),
	"cancelled_at" timestamp with time zone,
	"grace_since" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "support_tickets" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" integer NOT NULL,
	"subject" text NOT NULL,
	"description" text NOT NULL,
	"status" varchar(20) DEFAULT 'open' NOT NULL,
	"priority" varchar(20) DEFAULT 'medium' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"number" bigserial NOT NULL,
	"category" varchar(20) DEFAULT 'other' NOT NULL,
	"assignee_id" integer,
	"source" varchar(100),
	"contact_by" timestamp with time zone,
	"resolve_by" timestamp with time zone,
	"contacted_at" timestamp with time zone,
	"resolved_at" timestamp with time zone,
	"closed_at" timestamp with time zone,
	CONSTRAINT "support_tickets_number_unique" UNIQUE("number"),
	CONSTRAINT "support_tickets_source_unique" UNIQUE("source")
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
CREATE TABLE "bought_bundles" (
	"payment_id" uuid PRIMARY KEY NOT NULL,
	"user_id" integer NOT NULL,
	"period" varchar(7) NOT NULL,
	"gigabytes" integer NOT NULL,
	"ended_at" timestamp with time zone,
	"bought_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "unusable_packets" (
	"reason" varchar(40) NOT NULL,
	"nas" varchar(253) NOT NULL,
	"username" varchar(253) NOT NULL,
	"packets" bigint DEFAULT 1 NOT NULL,
	"first_at" timestamp with time zone NOT NULL,
	"last_at" timestamp with time zone NOT NULL,
	"sample" text NOT NULL,
	CONSTRAINT "unusable_packets_reason_nas_username_pk" PRIMARY KEY("reason","nas","username")
);
--> statement-breakpoint
CREATE TABLE "usage_days" (
	"user_id" integer NOT NULL,
	"day" date NOT NULL,
	"download_bytes" bigint DEFAULT 0 NOT NULL,
	"upload_bytes" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "usage_days_user_id_day_pk" PRIMARY KEY("user_id","day")
);
--> statement-breakpoint
CREATE TABLE "usage_sessions" (
	"session_key" varchar(300) NOT NULL,
	"generation" smallint NOT NULL,
	"user_id" integer,
	"username" varchar(253) NOT NULL,
	"nas" varchar(253) NOT NULL,
	"session_id" varchar(253) NOT NULL,
	"framed_address" varchar(45),
	"calling_station" varchar(253),
	"download_bytes" bigint DEFAULT 0 NOT NULL,
	"upload_bytes" bigint DEFAULT 0 NOT NULL,
	"seconds" bigint DEFAULT 0 NOT NULL,
	"started_at" timestamp with time zone NOT NULL,
	"is_start_sure" boolean DEFAULT false NOT NULL,
	"last_event_at" timestamp with time zone NOT NULL,
	"heard_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone,
	"end_cause" varchar(40),
	"stopped" boolean DEFAULT false NOT NULL,
	"counted" jsonb NOT NULL,
	"written_username" varchar(253) NOT NULL,
	CONSTRAINT "usage_sessions_session_key_generation_pk" PRIMARY KEY("session_key","generation")
);
--> statement-breakpoint
ALTER TABLE "account_devices" ADD CONSTRAINT "account_devices_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "account_tokens" ADD CONSTRAINT "account_tokens_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "announcements" ADD CONSTRAINT "announcements_author_id_users_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "announcements" ADD CONSTRAINT "announcements_stopped_by_users_id_fk" FOREIGN KEY ("stopped_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "audit_records" ADD CONSTRAINT "audit_records_actor_id_users_id_fk" FOREIGN KEY ("actor_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "auto_pay_consents" ADD CONSTRAINT "auto_pay_consents_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "auto_pay_consents" ADD CONSTRAINT "auto_pay_consents_subscription_id_user_subscriptions_id_fk" FOREIGN KEY ("subscription_id") REFERENCES "public"."user_subscriptions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "auto_pay_consents" ADD CONSTRAINT "auto_pay_consents_payment_method_id_payment_methods_id_fk" FOREIGN KEY ("payment_method_id") REFERENCES "public"."payment_methods"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "chat_agents" ADD CONSTRAINT "chat_agents_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "chat_messages" ADD CONSTRAINT "chat_messages_session_id_chat_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."chat_sessions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "chat_messages" ADD CONSTRAINT "chat_messages_sender_id_users_id_fk" FOREIGN KEY ("sender_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "chat_notes" ADD CONSTRAINT "chat_notes_session_id_chat_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."chat_sessions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "chat_notes" ADD CONSTRAINT "chat_notes_author_id_users_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "chat_sessions" ADD CONSTRAINT "chat_sessions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "chat_sessions" ADD CONSTRAINT "chat_sessions_agent_id_users_id_fk" FOREIGN KEY ("agent_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "chat_sessions" ADD CONSTRAINT "chat_sessions_ticket_id_support_tickets_id_fk" FOREIGN KEY ("ticket_id") REFERENCES "public"."support_tickets"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_disputes" ADD CONSTRAINT "payment_disputes_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "gateway_differences" ADD CONSTRAINT "gateway_differences_closed_by_users_id_fk" FOREIGN KEY ("closed_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "billing_details" ADD CONSTRAINT "billing_details_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "credit_notes" ADD CONSTRAINT "credit_notes_invoice_id_invoices_id_fk" FOREIGN KEY ("invoice_id") REFERENCES "public"."invoices"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "credit_notes" ADD CONSTRAINT "credit_notes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invoices" ADD CONSTRAINT "invoices_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invoices" ADD CONSTRAINT "invoices_subscription_id_user_subscriptions_id_fk" FOREIGN KEY ("subscription_id") REFERENCES "public"."user_subscriptions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invoices" ADD CONSTRAINT "invoices_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "receipts" ADD CONSTRAINT "receipts_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "receipts" ADD CONSTRAINT "receipts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "network_actions" ADD CONSTRAINT "network_actions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "network_differences" ADD CONSTRAINT "network_differences_day_network_comparisons_day_fk" FOREIGN KEY ("day") REFERENCES "public"."network_comparisons"("day") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "network_differences" ADD CONSTRAINT "network_differences_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "network_lines" ADD CONSTRAINT "network_lines_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "network_lines" ADD CONSTRAINT "network_lines_plan_id_service_plans_id_fk" FOREIGN KEY ("plan_id") REFERENCES "public"."service_plans"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "network_updates" ADD CONSTRAINT "network_updates_incident_id_network_incidents_id_fk" FOREIGN KEY ("incident_id") REFERENCES "public"."network_incidents"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "network_updates" ADD CONSTRAINT "network_updates_author_id_users_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notices" ADD CONSTRAINT "notices_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notification_choices" ADD CONSTRAINT "notification_choices_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "push_subscriptions" ADD CONSTRAINT "push_subscriptions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "customer_areas" ADD CONSTRAINT "customer_areas_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "customer_areas" ADD CONSTRAINT "customer_areas_area_service_areas_name_fk" FOREIGN KEY ("area") REFERENCES "public"."service_areas"("name") ON DELETE no action ON UPDATE cascade;--> statement-breakpoint
ALTER TABLE "outage_compensation_lines" ADD CONSTRAINT "outage_compensation_lines_incident_id_outage_compensations_incident_id_fk" FOREIGN KEY ("incident_id") REFERENCES "public"."outage_compensations"("incident_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "outage_compensation_lines" ADD CONSTRAINT "outage_compensation_lines_subscription_id_user_subscriptions_id_fk" FOREIGN KEY ("subscription_id") REFERENCES "public"."user_subscriptions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "outage_compensation_lines" ADD CONSTRAINT "outage_compensation_lines_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "outage_compensation_lines" ADD CONSTRAINT "outage_compensation_lines_excluded_by_users_id_fk" FOREIGN KEY ("excluded_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "outage_compensations" ADD CONSTRAINT "outage_compensations_incident_id_network_incidents_id_fk" FOREIGN KEY ("incident_id") REFERENCES "public"."network_incidents"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "outage_compensations" ADD CONSTRAINT "outage_compensations_applied_by_users_id_fk" FOREIGN KEY ("applied_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "credit_balances" ADD CONSTRAINT "credit_balances_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ledger_entries" ADD CONSTRAINT "ledger_entries_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ledger_entries" ADD CONSTRAINT "ledger_entries_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_events" ADD CONSTRAINT "payment_events_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_methods" ADD CONSTRAINT "payment_methods_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_subscription_id_user_subscriptions_id_fk" FOREIGN KEY ("subscription_id") REFERENCES "public"."user_subscriptions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_plan_id_service_plans_id_fk" FOREIGN KEY ("plan_id") REFERENCES "public"."service_plans"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_bundle_id_data_bundles_id_fk" FOREIGN KEY ("bundle_id") REFERENCES "public"."data_bundles"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_upgrade_from_plan_id_service_plans_id_fk" FOREIGN KEY ("upgrade_from_plan_id") REFERENCES "public"."service_plans"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_payment_method_id_payment_methods_id_fk" FOREIGN KEY ("payment_method_id") REFERENCES "public"."payment_methods"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_requested_by_users_id_fk" FOREIGN KEY ("requested_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_approved_by_users_id_fk" FOREIGN KEY ("approved_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "phone_codes" ADD CONSTRAINT "phone_codes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "referrals" ADD CONSTRAINT "referrals_referrer_id_users_id_fk" FOREIGN KEY ("referrer_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "referrals" ADD CONSTRAINT "referrals_referee_id_users_id_fk" FOREIGN KEY ("referee_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "staff_recovery_codes" ADD CONSTRAINT "staff_recovery_codes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "staff_second_factors" ADD CONSTRAINT "staff_second_factors_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "plan_upgrades" ADD CONSTRAINT "plan_upgrades_subscription_id_user_subscriptions_id_fk" FOREIGN KEY ("subscription_id") REFERENCES "public"."user_subscriptions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "plan_upgrades" ADD CONSTRAINT "plan_upgrades_from_plan_id_service_plans_id_fk" FOREIGN KEY ("from_plan_id") REFERENCES "public"."service_plans"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "plan_upgrades" ADD CONSTRAINT "plan_upgrades_to_plan_id_service_plans_id_fk" FOREIGN KEY ("to_plan_id") REFERENCES "public"."service_plans"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "speed_test_results" ADD CONSTRAINT "speed_test_results_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "subscription_pauses" ADD CONSTRAINT "subscription_pauses_subscription_id_user_subscriptions_id_fk" FOREIGN KEY ("subscription_id") REFERENCES "public"."user_subscriptions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "subscription_periods" ADD CONSTRAINT "subscription_periods_subscription_id_user_subscriptions_id_fk" FOREIGN KEY ("subscription_id") REFERENCES "public"."user_subscriptions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "subscription_periods" ADD CONSTRAINT "subscription_periods_plan_id_service_plans_id_fk" FOREIGN KEY ("plan_id") REFERENCES "public"."service_plans"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "usage_data" ADD CONSTRAINT "usage_data_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_subscriptions" ADD CONSTRAINT "user_subscriptions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_subscriptions" ADD CONSTRAINT "user_subscriptions_plan_id_service_plans_id_fk" FOREIGN KEY ("plan_id") REFERENCES "public"."service_plans"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_subscriptions" ADD CONSTRAINT "user_subscriptions_scheduled_plan_id_service_plans_id_fk" FOREIGN KEY ("scheduled_plan_id") REFERENCES "public"."service_plans"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "support_tickets" ADD CONSTRAINT "support_tickets_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "support_tickets" ADD CONSTRAINT "support_tickets_assignee_id_users_id_fk" FOREIGN KEY ("assignee_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ticket_attachments" ADD CONSTRAINT "ticket_attachments_uploader_id_users_id_fk" FOREIGN KEY ("uploader_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ticket_attachments" ADD CONSTRAINT "ticket_attachments_ticket_id_support_tickets_id_fk" FOREIGN KEY ("ticket_id") REFERENCES "public"."support_tickets"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ticket_attachments" ADD CONSTRAINT "ticket_attachments_reply_id_ticket_replies_id_fk" FOREIGN KEY ("reply_id") REFERENCES "public"."ticket_replies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ticket_replies" ADD CONSTRAINT "ticket_replies_ticket_id_support_tickets_id_fk" FOREIGN KEY ("ticket_id") REFERENCES "public"."support_tickets"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ticket_replies" ADD CONSTRAINT "ticket_replies_author_id_users_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bought_bundles" ADD CONSTRAINT "bought_bundles_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bought_bundles" ADD CONSTRAINT "bought_bundles_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "usage_days" ADD CONSTRAINT "usage_days_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "usage_sessions" ADD CONSTRAINT "usage_sessions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "account_devices_seen" ON "account_devices" USING btree ("seen_at");--> statement-breakpoint
CREATE INDEX "account_tokens_user" ON "account_tokens" USING btree ("user_id","purpose");--> statement-breakpoint
CREATE INDEX "account_tokens_expiry" ON "account_tokens" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "link_mail_counts_end" ON "link_mail_counts" USING btree ("ends_at");--> statement-breakpoint
CREATE INDEX "sessions_expire" ON "sessions" USING btree ("expire");--> statement-breakpoint
CREATE INDEX "sessions_user" ON "sessions" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "sign_in_attempts_last_failure" ON "sign_in_attempts" USING btree ("last_failure_at");--> statement-breakpoint
CREATE INDEX "users_first_name_search" ON "users" USING btree (search_key("first_name") text_pattern_ops);--> statement-breakpoint
CREATE INDEX "users_last_name_search" ON "users" USING btree (search_key("last_name") text_pattern_ops);--> statement-breakpoint
CREATE INDEX "users_email_search" ON "users" USING btree (search_key("email") text_pattern_ops);--> statement-breakpoint
CREATE INDEX "users_phone_search" ON "users" USING btree ("phone" varchar_pattern_ops);--> statement-breakpoint
CREATE INDEX "users_newest" ON "users" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "users_staff" ON "users" USING btree ("id") WHERE "users"."role" = 'admin';--> statement-breakpoint
CREATE INDEX "announcements_sending" ON "announcements" USING btree ("id") WHERE "announcements"."state" = 'sending';--> statement-breakpoint
CREATE INDEX "audit_records_subject" ON "audit_records" USING btree ("subject","id");--> statement-breakpoint
CREATE INDEX "audit_records_actor" ON "audit_records" USING btree ("actor_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "auto_pay_consents_live" ON "auto_pay_consents" USING btree ("subscription_id") WHERE "auto_pay_consents"."ended_at" is null;--> statement-breakpoint
CREATE INDEX "auto_pay_consents_line" ON "auto_pay_consents" USING btree ("subscription_id","given_at");--> statement-breakpoint
CREATE INDEX "auto_pay_consents_card" ON "auto_pay_consents" USING btree ("payment_method_id");--> statement-breakpoint
CREATE INDEX "auto_pay_consents_user" ON "auto_pay_consents" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "chat_messages_client_id" ON "chat_messages" USING btree ("session_id","sender_id","client_message_id") WHERE "chat_messages"."client_message_id" is not null;--> statement-breakpoint
CREATE INDEX "chat_notes_session" ON "chat_notes" USING btree ("session_id","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "chat_sessions_one_open" ON "chat_sessions" USING btree ("user_id") WHERE "chat_sessions"."status" <> 'closed';--> statement-breakpoint
CREATE INDEX "chat_sessions_waiting" ON "chat_sessions" USING btree ("created_at","id") WHERE "chat_sessions"."status" = 'waiting';--> statement-breakpoint
CREATE INDEX "chat_sessions_active" ON "chat_sessions" USING btree ("agent_id") WHERE "chat_sessions"."status" = 'active';--> statement-breakpoint
CREATE INDEX "chat_sessions_closed" ON "chat_sessions" USING btree ("closed_at","id") WHERE "chat_sessions"."status" = 'closed';--> statement-breakpoint
CREATE INDEX "chat_sessions_customer" ON "chat_sessions" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "chat_sessions_accepted" ON "chat_sessions" USING btree ("accepted_at") WHERE "chat_sessions"."accepted_at" is not null;--> statement-breakpoint
CREATE INDEX "payment_disputes_open" ON "payment_disputes" USING btree ("due_at") WHERE "payment_disputes"."outcome" is null;--> statement-breakpoint
CREATE INDEX "gateway_differences_open" ON "gateway_differences" USING btree ("gateway","id") WHERE "gateway_differences"."closed_at" is null;--> statement-breakpoint
CREATE INDEX "credit_notes_invoice" ON "credit_notes" USING btree ("invoice_id");--> statement-breakpoint
CREATE UNIQUE INDEX "invoices_period" ON "invoices" USING btree ("subscription_id","period_number") WHERE "invoices"."kind" = 'period' and "invoices"."status" <> 'void';--> statement-breakpoint
CREATE INDEX "invoices_open" ON "invoices" USING btree ("subscription_id") WHERE "invoices"."status" = 'open';--> statement-breakpoint
CREATE INDEX "invoices_user" ON "invoices" USING btree ("user_id","issued_at","id");--> statement-breakpoint
CREATE INDEX "invoices_issued" ON "invoices" USING btree ("issued_at","id");--> statement-breakpoint
CREATE INDEX "receipts_user" ON "receipts" USING btree ("user_id","issued_at");--> statement-breakpoint
CREATE INDEX "network_actions_due" ON "network_actions" USING btree ("next_attempt_at") WHERE "network_actions"."state" = 'waiting';--> statement-breakpoint
CREATE INDEX "network_actions_state" ON "network_actions" USING btree ("state","id");--> statement-breakpoint
CREATE INDEX "network_actions_customer" ON "network_actions" USING btree ("user_id","id");--> statement-breakpoint
CREATE INDEX "network_differences_day" ON "network_differences" USING btree ("day","id");--> statement-breakpoint
CREATE INDEX "network_incidents_current" ON "network_incidents" USING btree ("starts_at") WHERE "network_incidents"."status" <> 'resolved';--> statement-breakpoint
CREATE INDEX "network_incidents_latest" ON "network_incidents" USING btree ("starts_at","id");--> statement-breakpoint
CREATE INDEX "network_updates_incident" ON "network_updates" USING btree ("incident_id","id");--> statement-breakpoint
CREATE INDEX "notices_of_user" ON "notices" USING btree ("user_id","id");--> statement-breakpoint
CREATE INDEX "notices_unread" ON "notices" USING btree ("user_id") WHERE "notices"."read_at" is null;--> statement-breakpoint
CREATE INDEX "notices_to_announce" ON "notices" USING btree ("id") WHERE "notices"."announced_at" is null;--> statement-breakpoint
CREATE INDEX "outbox_messages_due" ON "outbox_messages" USING btree ("next_attempt_at") WHERE "outbox_messages"."sent_at" is null and "outbox_messages"."given_up_at" is null;--> statement-breakpoint
CREATE INDEX "outbox_messages_recipient" ON "outbox_messages" USING btree ("recipient","id");--> statement-breakpoint
CREATE INDEX "outbox_messages_provider" ON "outbox_messages" USING btree ("provider","provider_message_id") WHERE "outbox_messages"."provider_message_id" is not null;--> statement-breakpoint
CREATE INDEX "outbox_messages_fallback" ON "outbox_messages" USING btree ("expires_at") WHERE "outbox_messages"."fallback" is not null;--> statement-breakpoint
CREATE INDEX "push_subscriptions_user" ON "push_subscriptions" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "push_subscriptions_session" ON "push_subscriptions" USING btree ("sid");--> statement-breakpoint
CREATE INDEX "customer_areas_area" ON "customer_areas" USING btree ("area","user_id");--> statement-breakpoint
CREATE INDEX "outage_compensation_lines_waiting" ON "outage_compensation_lines" USING btree ("incident_id","subscription_id") WHERE "outage_compensation_lines"."state" = 'waiting';--> statement-breakpoint
CREATE INDEX "outage_compensation_lines_line" ON "outage_compensation_lines" USING btree ("subscription_id");--> statement-breakpoint
CREATE INDEX "outage_compensation_lines_customer" ON "outage_compensation_lines" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "outage_compensations_unfinished" ON "outage_compensations" USING btree ("created_at") WHERE "outage_compensations"."state" <> 'done';--> statement-breakpoint
CREATE UNIQUE INDEX "service_areas_spelling" ON "service_areas" USING btree (lower("name"));--> statement-breakpoint
CREATE INDEX "ledger_entries_credit" ON "ledger_entries" USING btree ("user_id") WHERE "ledger_entries"."account" = 'credit';--> statement-breakpoint
CREATE INDEX "ledger_entries_rewards" ON "ledger_entries" USING btree ("user_id") WHERE "ledger_entries"."account" = 'referral-rewards';--> statement-breakpoint
CREATE INDEX "ledger_entries_payment" ON "ledger_entries" USING btree ("payment_id");--> statement-breakpoint
CREATE INDEX "ledger_entries_account" ON "ledger_entries" USING btree ("account","created_at");--> statement-breakpoint
CREATE INDEX "payment_events_payment" ON "payment_events" USING btree ("payment_id","id");--> statement-breakpoint
CREATE INDEX "payment_methods_user" ON "payment_methods" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "payment_methods_card" ON "payment_methods" USING btree ("user_id","provider","card_signature") WHERE "payment_methods"."removed_at" is null and "payment_methods"."card_signature" is not null;--> statement-breakpoint
CREATE INDEX "payments_user" ON "payments" USING btree ("user_id","created_at","id");--> statement-breakpoint
CREATE UNIQUE INDEX "payments_open" ON "payments" USING btree ("open_key") WHERE "payments"."open_key" is not null;--> statement-breakpoint
CREATE INDEX "payments_due_check" ON "payments" USING btree ("next_check_at") WHERE "payments"."next_check_at" is not null;--> statement-breakpoint
CREATE INDEX "payments_subscription" ON "payments" USING btree ("subscription_id");--> statement-breakpoint
CREATE UNIQUE INDEX "payments_charge_once" ON "payments" USING btree ("subscription_id","period_number","charge_attempt") WHERE "payments"."charge_attempt" is not null;--> statement-breakpoint
CREATE INDEX "payments_due_charge" ON "payments" USING btree ("charge_due_at") WHERE "payments"."charge_due_at" is not null;--> statement-breakpoint
CREATE INDEX "payments_newest" ON "payments" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "payments_status" ON "payments" USING btree ("status","created_at","id");--> statement-breakpoint
CREATE INDEX "payments_gateway" ON "payments" USING btree ("gateway","created_at","id");--> statement-breakpoint
CREATE INDEX "payments_gateway_reference" ON "payments" USING btree ("gateway_reference") WHERE "payments"."gateway_reference" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "refunds_one" ON "refunds" USING btree ("payment_id") WHERE "refunds"."status" <> 'failed';--> statement-breakpoint
CREATE INDEX "refunds_payment" ON "refunds" USING btree ("payment_id");--> statement-breakpoint
CREATE INDEX "refunds_due_check" ON "refunds" USING btree ("next_check_at") WHERE "refunds"."next_check_at" is not null;--> statement-breakpoint
CREATE INDEX "webhook_events_reference" ON "webhook_events" USING btree ("reference");--> statement-breakpoint
CREATE INDEX "webhook_events_due" ON "webhook_events" USING btree ("next_attempt_at") WHERE "webhook_events"."status" = 'stored';--> statement-breakpoint
CREATE UNIQUE INDEX "phone_codes_open" ON "phone_codes" USING btree ("user_id") WHERE "phone_codes"."closed_at" is null;--> statement-breakpoint
CREATE INDEX "phone_codes_user" ON "phone_codes" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "phone_codes_phone" ON "phone_codes" USING btree ("phone","created_at");--> statement-breakpoint
CREATE INDEX "phone_codes_address" ON "phone_codes" USING btree ("address_prefix","created_at");--> statement-breakpoint
CREATE INDEX "phone_codes_created" ON "phone_codes" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "service_plans_active" ON "service_plans" USING btree ("position") WHERE "service_plans"."is_active";--> statement-breakpoint
CREATE INDEX "referrals_referrer" ON "referrals" USING btree ("referrer_id","created_at");--> statement-breakpoint
CREATE INDEX "referrals_newest" ON "referrals" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "referrals_flagged" ON "referrals" USING btree ("created_at","id") WHERE "referrals"."flags" <> '{}';--> statement-breakpoint
CREATE INDEX "staff_recovery_codes_user" ON "staff_recovery_codes" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "plan_upgrades_period" ON "plan_upgrades" USING btree ("subscription_id","period_number");--> statement-breakpoint
CREATE INDEX "speed_test_results_user" ON "speed_test_results" USING btree ("user_id","timestamp");--> statement-breakpoint
CREATE INDEX "subscription_periods_awaited" ON "subscription_periods" USING btree ("starts_at") WHERE not "subscription_periods"."begun";--> statement-breakpoint
CREATE INDEX "user_subscriptions_user" ON "user_subscriptions" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "user_subscriptions_one_open" ON "user_subscriptions" USING btree ("user_id") WHERE "user_subscriptions"."status" <> 'cancelled';--> statement-breakpoint
CREATE INDEX "user_subscriptions_plan" ON "user_subscriptions" USING btree ("plan_id") WHERE "user_subscriptions"."status" <> 'cancelled';--> statement-breakpoint
CREATE INDEX "user_subscriptions_renewal" ON "user_subscriptions" USING btree ("next_renewal") WHERE "user_subscriptions"."status" = 'active';--> statement-breakpoint
CREATE INDEX "user_subscriptions_due" ON "user_subscriptions" USING btree ("next_step_at") WHERE "user_subscriptions"."next_step_at" is not null;--> statement-breakpoint
CREATE INDEX "support_tickets_user" ON "support_tickets" USING btree ("user_id","updated_at");--> statement-breakpoint
CREATE INDEX "support_tickets_due" ON "support_tickets" USING btree ((coalesce(case when "contacted_at" is null then least("contact_by", "resolve_by") else "resolve_by" end, 'infinity'::timestamptz)),"number") WHERE "support_tickets"."status" in ('open', 'in-progress');--> statement-breakpoint
CREATE INDEX "support_tickets_assignee" ON "support_tickets" USING btree ("assignee_id") WHERE "support_tickets"."status" in ('open', 'in-progress');--> statement-breakpoint
CREATE INDEX "support_tickets_status" ON "support_tickets" USING btree ("status","number");--> statement-breakpoint
CREATE INDEX "ticket_attachments_ticket" ON "ticket_attachments" USING btree ("ticket_id");--> statement-breakpoint
CREATE INDEX "ticket_attachments_uploader" ON "ticket_attachments" USING btree ("uploader_id");--> statement-breakpoint
CREATE INDEX "ticket_attachments_unsent" ON "ticket_attachments" USING btree ("created_at") WHERE "ticket_attachments"."ticket_id" is null;--> statement-breakpoint
CREATE INDEX "ticket_replies_thread" ON "ticket_replies" USING btree ("ticket_id","id");--> statement-breakpoint
CREATE INDEX "ticket_replies_author" ON "ticket_replies" USING btree ("author_id","created_at");--> statement-breakpoint
CREATE INDEX "bought_bundles_month" ON "bought_bundles" USING btree ("user_id","period");--> statement-breakpoint
CREATE INDEX "unusable_packets_latest" ON "unusable_packets" USING btree ("last_at");--> statement-breakpoint
CREATE INDEX "usage_sessions_open" ON "usage_sessions" USING btree ("user_id") WHERE "usage_sessions"."ended_at" is null;--> statement-breakpoint
CREATE INDEX "usage_sessions_open_nas" ON "usage_sessions" USING btree ("nas") WHERE "usage_sessions"."ended_at" is null;--> statement-breakpoint
-- By hand.
CREATE TRIGGER audit_records_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON "audit_records"
	FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_change();--> statement-breakpoint
CREATE TRIGGER sessions_end_push AFTER DELETE ON "sessions"
	FOR EACH ROW WHEN (OLD."expire" > now()) EXECUTE FUNCTION end_push_of_session();--> statement-breakpoint
-- Counts of failures may be lost when the server crashes; written to the log, each would cost a
-- sign-in a flush to the disk.
ALTER TABLE "sign_in_attempts" SET UNLOGGED;--> statement-breakpoint
-- Every packet writes new versions of these rows: with room on their page, no index has to follow.
ALTER TABLE "usage_sessions" SET (fillfactor = 60);--> statement-breakpoint
ALTER TABLE "usage_days" SET (fillfactor = 70);--> statement-breakpoint
ALTER TABLE "usage_data" SET (fillfactor = 70);
