-- reads null: support_tickets.user_id: the release before lists no ticket without an account: its lists join the account. A link to one answers 404.
-- reads null: ticket_attachments.uploader_id: only files of such tickets have none, which it does not show.
-- reads null: ticket_replies.author_id: only entries of such tickets have none, which it does not show.
CREATE TABLE "inbound_mailboxes" (
	"mailbox" varchar(255) PRIMARY KEY NOT NULL,
	"last_read_at" timestamp with time zone,
	"failures" integer DEFAULT 0 NOT NULL,
	"next_attempt_at" timestamp with time zone,
	"last_error" text
);
--> statement-breakpoint
CREATE TABLE "inbound_mails" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"mailbox" varchar(255) NOT NULL,
	"uid_validity" bigint NOT NULL,
	"uid" bigint NOT NULL,
	"fingerprint" varchar(43),
	"message_id" varchar(500),
	"sender" varchar(255) DEFAULT '' NOT NULL,
	"subject" varchar(255) DEFAULT '' NOT NULL,
	"size_bytes" integer NOT NULL,
	"state" varchar(12) NOT NULL,
	"reason" varchar(20),
	"ticket_id" uuid,
	"reply_id" bigint,
	"moved_uid_validity" bigint,
	"moved_uid" bigint,
	"received_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "support_tickets" ALTER COLUMN "user_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "ticket_attachments" ALTER COLUMN "uploader_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "ticket_replies" ALTER COLUMN "author_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "outbox_messages" ADD COLUMN "thread" jsonb;--> statement-breakpoint
ALTER TABLE "support_tickets" ADD COLUMN "sender_email" varchar(255);--> statement-breakpoint
ALTER TABLE "support_tickets" ADD COLUMN "sender_name" varchar(150);--> statement-breakpoint
ALTER TABLE "support_tickets" ADD COLUMN "sender_warning" varchar(25);--> statement-breakpoint
ALTER TABLE "support_tickets" ADD COLUMN "mail" jsonb;--> statement-breakpoint
ALTER TABLE "ticket_replies" ADD COLUMN "mail" jsonb;--> statement-breakpoint
ALTER TABLE "inbound_mails" ADD CONSTRAINT "inbound_mails_ticket_id_support_tickets_id_fk" FOREIGN KEY ("ticket_id") REFERENCES "public"."support_tickets"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "inbound_mails_place" ON "inbound_mails" USING btree ("mailbox","uid_validity","uid");--> statement-breakpoint
CREATE UNIQUE INDEX "inbound_mails_fingerprint" ON "inbound_mails" USING btree ("fingerprint");--> statement-breakpoint
CREATE INDEX "inbound_mails_state" ON "inbound_mails" USING btree ("state","id");--> statement-breakpoint
CREATE INDEX "inbound_mails_ticket" ON "inbound_mails" USING btree ("ticket_id","id") WHERE "inbound_mails"."ticket_id" is not null;--> statement-breakpoint
CREATE INDEX "inbound_mails_sender" ON "inbound_mails" USING btree ("sender","created_at") WHERE "inbound_mails"."state" = 'taken';--> statement-breakpoint
CREATE INDEX "inbound_mails_age" ON "inbound_mails" USING btree ("created_at");--> statement-breakpoint
ALTER TABLE "support_tickets" ADD CONSTRAINT "support_tickets_owner" CHECK ("support_tickets"."user_id" is not null or "support_tickets"."sender_email" is not null) NOT VALID;--> statement-breakpoint
INSERT INTO "staff_role_permissions" ("role", "permission") VALUES
	('manager', 'inbound-mail:read'), ('manager', 'inbound-mail:write'),
	('support', 'inbound-mail:read'), ('support', 'inbound-mail:write'), ('network', 'inbound-mail:read'),
	('auditor', 'inbound-mail:read')
ON CONFLICT DO NOTHING;
