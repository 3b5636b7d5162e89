ALTER TABLE "outbox_messages" ADD COLUMN "expires_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "phone_codes" ADD COLUMN "counted" boolean DEFAULT true NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "phone_codes_open" ON "phone_codes" USING btree ("user_id") WHERE "phone_codes"."closed_at" is null;