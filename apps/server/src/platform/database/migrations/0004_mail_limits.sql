CREATE TABLE "link_mail_counts" (
	"key" text PRIMARY KEY NOT NULL,
	"mails" integer NOT NULL,
	"last_mail_at" timestamp with time zone NOT NULL,
	"ends_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
DROP INDEX "outbox_messages_due";--> statement-breakpoint
ALTER TABLE "outbox_messages" ADD COLUMN "given_up_at" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "link_mail_counts_end" ON "link_mail_counts" USING btree ("ends_at");--> statement-breakpoint
CREATE INDEX "outbox_messages_due" ON "outbox_messages" USING btree ("next_attempt_at") WHERE "outbox_messages"."sent_at" is null and "outbox_messages"."given_up_at" is null;