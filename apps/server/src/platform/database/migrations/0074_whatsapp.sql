-- reads null: chat_sessions.user_id: conversations with people outside the portal, which the previous release joins to accounts and so leaves out.
-- reads null: chat_messages.sender_id: what these people wrote, which the previous release leaves out in the same way.
CREATE TABLE "whatsapp_events" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"event_key" varchar(300) NOT NULL,
	"kind" varchar(10) NOT NULL,
	"sender" varchar(256),
	"raw" text NOT NULL,
	"state" varchar(10) DEFAULT 'stored' NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_attempt_at" timestamp with time zone NOT NULL,
	"last_error" varchar(300),
	"received_at" timestamp with time zone NOT NULL,
	"session_id" uuid,
	"seq" integer,
	CONSTRAINT "whatsapp_events_event_key_unique" UNIQUE("event_key")
);
--> statement-breakpoint
CREATE TABLE "whatsapp_line" (
	"one" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"display_number" varchar(30),
	"verified_name" varchar(200),
	"quality" varchar(20),
	"last_error" varchar(300),
	"stopped_at" timestamp with time zone,
	"checked_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "whatsapp_sends" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"purpose" varchar(10) NOT NULL,
	"send_key" varchar(300) NOT NULL,
	"recipient" varchar(256) NOT NULL,
	"user_id" integer,
	"body" jsonb,
	"session_id" uuid,
	"seq" integer,
	"fallback" jsonb,
	"fell_back_at" timestamp with time zone,
	"state" varchar(10) DEFAULT 'queued' NOT NULL,
	"wamid" varchar(256),
	"error_code" integer,
	"last_error" varchar(300),
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_attempt_at" timestamp with time zone DEFAULT now() NOT NULL,
	"calling_since" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"state_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "whatsapp_sends_send_key_unique" UNIQUE("send_key")
);
--> statement-breakpoint
CREATE TABLE "whatsapp_templates" (
	"name" varchar(512) NOT NULL,
	"language" varchar(20) NOT NULL,
	"status" varchar(30) NOT NULL,
	"category" varchar(30) NOT NULL,
	"body" text NOT NULL,
	"quality" varchar(20),
	"reason" varchar(300),
	"status_at" timestamp with time zone NOT NULL,
	CONSTRAINT "whatsapp_templates_name_language_pk" PRIMARY KEY("name","language")
);
--> statement-breakpoint
CREATE TABLE "chat_contact_sessions" (
	"session_id" uuid PRIMARY KEY NOT NULL,
	"contact_id" bigint NOT NULL,
	"told_read_seq" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "chat_contacts" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"channel" varchar(10) NOT NULL,
	"address" varchar(256) NOT NULL,
	"name" varchar(100),
	"user_id" integer,
	"linked_by" integer,
	"linked_at" timestamp with time zone,
	"writable_until" timestamp with time zone,
	"ended_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "chat_deliveries" (
	"session_id" uuid NOT NULL,
	"seq" integer NOT NULL,
	"state" varchar(10) DEFAULT 'waiting' NOT NULL,
	"reason" varchar(300),
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "chat_deliveries_session_id_seq_pk" PRIMARY KEY("session_id","seq")
);
--> statement-breakpoint
CREATE TABLE "chat_files" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"session_id" uuid NOT NULL,
	"seq" integer NOT NULL,
	"name" varchar(200) NOT NULL,
	"media_type" varchar(50) NOT NULL,
	"size_bytes" integer NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "chat_files_size" CHECK ("chat_files"."size_bytes" > 0)
);
--> statement-breakpoint
-- The conversation before its messages, as who writes a message locks them: otherwise each waits for the other.
ALTER TABLE "chat_sessions" ALTER COLUMN "user_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "chat_messages" ALTER COLUMN "sender_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "whatsapp_events" ADD CONSTRAINT "whatsapp_events_session_id_chat_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."chat_sessions"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "whatsapp_sends" ADD CONSTRAINT "whatsapp_sends_session_id_chat_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."chat_sessions"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "chat_contact_sessions" ADD CONSTRAINT "chat_contact_sessions_session_id_chat_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."chat_sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "chat_contact_sessions" ADD CONSTRAINT "chat_contact_sessions_contact_id_chat_contacts_id_fk" FOREIGN KEY ("contact_id") REFERENCES "public"."chat_contacts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "chat_contacts" ADD CONSTRAINT "chat_contacts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "chat_contacts" ADD CONSTRAINT "chat_contacts_linked_by_users_id_fk" FOREIGN KEY ("linked_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "chat_deliveries" ADD CONSTRAINT "chat_deliveries_session_id_chat_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."chat_sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "whatsapp_events_due" ON "whatsapp_events" USING btree ("next_attempt_at","id") WHERE "whatsapp_events"."state" = 'stored';--> statement-breakpoint
CREATE INDEX "whatsapp_events_sender" ON "whatsapp_events" USING btree ("sender","id") WHERE "whatsapp_events"."state" = 'stored';--> statement-breakpoint
CREATE INDEX "whatsapp_events_message" ON "whatsapp_events" USING btree ("session_id","seq") WHERE "whatsapp_events"."session_id" is not null;--> statement-breakpoint
CREATE INDEX "whatsapp_events_age" ON "whatsapp_events" USING btree ("received_at");--> statement-breakpoint
CREATE UNIQUE INDEX "whatsapp_sends_wamid" ON "whatsapp_sends" USING btree ("wamid") WHERE "whatsapp_sends"."wamid" is not null;--> statement-breakpoint
CREATE INDEX "whatsapp_sends_due" ON "whatsapp_sends" USING btree ("next_attempt_at") WHERE "whatsapp_sends"."state" = 'queued';--> statement-breakpoint
CREATE INDEX "whatsapp_sends_unknown" ON "whatsapp_sends" USING btree ("state_at") WHERE "whatsapp_sends"."state" = 'unknown';--> statement-breakpoint
CREATE INDEX "whatsapp_sends_recipient" ON "whatsapp_sends" USING btree ("recipient","created_at");--> statement-breakpoint
CREATE INDEX "whatsapp_sends_session" ON "whatsapp_sends" USING btree ("session_id","seq");--> statement-breakpoint
CREATE INDEX "whatsapp_sends_failed" ON "whatsapp_sends" USING btree ("state_at") WHERE "whatsapp_sends"."state" = 'failed';--> statement-breakpoint
CREATE INDEX "whatsapp_sends_age" ON "whatsapp_sends" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "chat_contact_sessions_contact" ON "chat_contact_sessions" USING btree ("contact_id");--> statement-breakpoint
CREATE UNIQUE INDEX "chat_contacts_current" ON "chat_contacts" USING btree ("channel","address") WHERE "chat_contacts"."ended_at" is null;--> statement-breakpoint
CREATE INDEX "chat_contacts_user" ON "chat_contacts" USING btree ("user_id") WHERE "chat_contacts"."user_id" is not null;--> statement-breakpoint
CREATE INDEX "chat_contacts_age" ON "chat_contacts" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "chat_files_message" ON "chat_files" USING btree ("session_id","seq");--> statement-breakpoint
CREATE INDEX "chat_files_age" ON "chat_files" USING btree ("created_at");--> statement-breakpoint
INSERT INTO "staff_role_permissions" ("role", "permission") VALUES
	('manager', 'whatsapp:read'), ('manager', 'whatsapp:write'),
	('support', 'whatsapp:read'),
	('auditor', 'whatsapp:read')
ON CONFLICT DO NOTHING;
