CREATE TABLE "call_backs" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" integer NOT NULL,
	"due_at" timestamp with time zone NOT NULL,
	"reason" varchar(10) NOT NULL,
	"about" varchar(500) NOT NULL,
	"made_by" integer NOT NULL,
	"made_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone,
	"ended_by" integer,
	"client_request_id" varchar(64) NOT NULL,
	CONSTRAINT "call_backs_once" UNIQUE("made_by","client_request_id")
);
--> statement-breakpoint
CREATE TABLE "collection_accounts" (
	"user_id" integer PRIMARY KEY NOT NULL,
	"claimed_by" integer,
	"claimed_at" timestamp with time zone,
	"claimed_until" timestamp with time zone,
	"last_outcome" varchar(20),
	"last_call_at" timestamp with time zone,
	"last_call_by" integer,
	"promised_day" date,
	"wrong_phone" varchar(20),
	"dispute_ticket_id" uuid,
	CONSTRAINT "collection_accounts_claim" CHECK (("collection_accounts"."claimed_by" is null) = ("collection_accounts"."claimed_until" is null) and ("collection_accounts"."claimed_by" is null) = ("collection_accounts"."claimed_at" is null))
);
--> statement-breakpoint
CREATE TABLE "collection_calls" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" integer NOT NULL,
	"staff_id" integer NOT NULL,
	"outcome" varchar(20) NOT NULL,
	"called_at" timestamp with time zone NOT NULL,
	"owed" numeric(15, 2) NOT NULL,
	"promised_day" date,
	"next_call_at" timestamp with time zone,
	"note" varchar(2000),
	"ticket_id" uuid,
	"client_request_id" varchar(64) NOT NULL,
	CONSTRAINT "collection_calls_once" UNIQUE("staff_id","client_request_id")
);
--> statement-breakpoint
ALTER TABLE "call_backs" ADD CONSTRAINT "call_backs_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "call_backs" ADD CONSTRAINT "call_backs_made_by_users_id_fk" FOREIGN KEY ("made_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "call_backs" ADD CONSTRAINT "call_backs_ended_by_users_id_fk" FOREIGN KEY ("ended_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "collection_accounts" ADD CONSTRAINT "collection_accounts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "collection_accounts" ADD CONSTRAINT "collection_accounts_claimed_by_users_id_fk" FOREIGN KEY ("claimed_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "collection_accounts" ADD CONSTRAINT "collection_accounts_last_call_by_users_id_fk" FOREIGN KEY ("last_call_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "collection_accounts" ADD CONSTRAINT "collection_accounts_dispute_ticket_id_support_tickets_id_fk" FOREIGN KEY ("dispute_ticket_id") REFERENCES "public"."support_tickets"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "collection_calls" ADD CONSTRAINT "collection_calls_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "collection_calls" ADD CONSTRAINT "collection_calls_staff_id_users_id_fk" FOREIGN KEY ("staff_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "collection_calls" ADD CONSTRAINT "collection_calls_ticket_id_support_tickets_id_fk" FOREIGN KEY ("ticket_id") REFERENCES "public"."support_tickets"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "call_backs_waiting" ON "call_backs" USING btree ("due_at","id") WHERE "call_backs"."ended_at" is null;--> statement-breakpoint
CREATE INDEX "call_backs_user" ON "call_backs" USING btree ("user_id","due_at") WHERE "call_backs"."ended_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "call_backs_owes" ON "call_backs" USING btree ("user_id") WHERE "call_backs"."ended_at" is null and "call_backs"."reason" = 'owes';--> statement-breakpoint
CREATE INDEX "collection_accounts_claimed" ON "collection_accounts" USING btree ("claimed_by") WHERE "collection_accounts"."claimed_by" is not null;--> statement-breakpoint
CREATE INDEX "collection_calls_user" ON "collection_calls" USING btree ("user_id","called_at");--> statement-breakpoint
CREATE INDEX "collection_calls_day" ON "collection_calls" USING btree ("called_at");--> statement-breakpoint
-- Who may call about what is owed until an owner changes it.
INSERT INTO "staff_role_permissions" ("role", "permission") VALUES
	('manager', 'collections:read'), ('manager', 'collections:write'),
	('support', 'collections:read'), ('support', 'collections:write'),
	('billing', 'collections:read'), ('billing', 'collections:write'),
	('auditor', 'collections:read')
ON CONFLICT DO NOTHING;
