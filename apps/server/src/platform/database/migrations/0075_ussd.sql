CREATE TABLE "inbound_texts" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"provider" varchar(20) NOT NULL,
	"provider_id" varchar(100) NOT NULL,
	"sender" varchar(40) NOT NULL,
	"body" text NOT NULL,
	"received_at" timestamp with time zone NOT NULL,
	"handled_at" timestamp with time zone,
	"keyword" varchar(12),
	"outcome" varchar(12),
	CONSTRAINT "inbound_texts_once" UNIQUE("provider","provider_id")
);
--> statement-breakpoint
CREATE TABLE "ussd_sessions" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"session_key" varchar(43) NOT NULL,
	"gateway" varchar(20) NOT NULL,
	"phone" varchar(20) NOT NULL,
	"language" varchar(2) NOT NULL,
	"state" jsonb NOT NULL,
	"entries" integer NOT NULL,
	"entries_digest" varchar(43) NOT NULL,
	"last_answer" varchar(200) NOT NULL,
	"started_at" timestamp with time zone NOT NULL,
	"answered_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone,
	"end_reason" varchar(12),
	CONSTRAINT "ussd_sessions_session_key_unique" UNIQUE("session_key")
);
--> statement-breakpoint
CREATE TABLE "phone_pin_attempts" (
	"key" text PRIMARY KEY NOT NULL,
	"failures" integer DEFAULT 0 NOT NULL,
	"blocked_until" timestamp with time zone,
	"proven_at" timestamp with time zone,
	"last_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "phone_pins" (
	"user_id" integer PRIMARY KEY NOT NULL,
	"pin_hash" varchar(43) NOT NULL,
	"set_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "phone_pins" ADD CONSTRAINT "phone_pins_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "inbound_texts_waiting" ON "inbound_texts" USING btree ("id") WHERE "inbound_texts"."handled_at" is null;--> statement-breakpoint
CREATE INDEX "inbound_texts_sender" ON "inbound_texts" USING btree ("sender","id");--> statement-breakpoint
CREATE INDEX "inbound_texts_received" ON "inbound_texts" USING btree ("received_at");--> statement-breakpoint
CREATE INDEX "ussd_sessions_phone" ON "ussd_sessions" USING btree ("phone","id");--> statement-breakpoint
CREATE INDEX "ussd_sessions_started" ON "ussd_sessions" USING btree ("started_at");--> statement-breakpoint
CREATE INDEX "phone_pin_attempts_last" ON "phone_pin_attempts" USING btree ("last_at");