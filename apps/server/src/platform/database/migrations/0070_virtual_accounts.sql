CREATE TABLE "incoming_transfers" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"provider" varchar(20) NOT NULL,
	"reference" varchar(100) NOT NULL,
	"transaction_id" varchar(100) NOT NULL,
	"session_id" varchar(100),
	"amount" numeric(15, 2) NOT NULL,
	"currency" varchar(3) NOT NULL,
	"account_number" varchar(20),
	"account_reference" varchar(100),
	"payer_name" varchar(255),
	"payer_bank" varchar(100),
	"narration" text,
	"paid_at" timestamp with time zone,
	"source" varchar(20) NOT NULL,
	"status" varchar(20) NOT NULL,
	"reason" varchar(30),
	"suggested_account_id" integer,
	"payment_id" uuid,
	"decided_by" integer,
	"approved_by" integer,
	"decided_at" timestamp with time zone,
	"note" text,
	"received_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "transfer_readings" (
	"provider" varchar(20) PRIMARY KEY NOT NULL,
	"read_until" timestamp with time zone,
	"next_at" timestamp with time zone NOT NULL,
	"day" date,
	"found" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "virtual_account_requests" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"account_id" integer NOT NULL,
	"line_id" integer,
	"provider" varchar(20) NOT NULL,
	"reference" varchar(20) NOT NULL,
	"provider_reference" varchar(100),
	"bank" varchar(60),
	"status" varchar(20) NOT NULL,
	"refusal" text,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_attempt_at" timestamp with time zone,
	"checked_at" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL,
	"closed_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "virtual_accounts" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"request_id" uuid NOT NULL,
	"account_id" integer NOT NULL,
	"provider" varchar(20) NOT NULL,
	"bank" varchar(60) NOT NULL,
	"account_number" varchar(10) NOT NULL,
	"account_name" varchar(255) NOT NULL,
	"provider_id" varchar(100),
	"status" varchar(20) NOT NULL,
	"opened_at" timestamp with time zone NOT NULL,
	"closed_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "incoming_transfers" ADD CONSTRAINT "incoming_transfers_suggested_account_id_accounts_id_fk" FOREIGN KEY ("suggested_account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "incoming_transfers" ADD CONSTRAINT "incoming_transfers_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "incoming_transfers" ADD CONSTRAINT "incoming_transfers_decided_by_users_id_fk" FOREIGN KEY ("decided_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "incoming_transfers" ADD CONSTRAINT "incoming_transfers_approved_by_users_id_fk" FOREIGN KEY ("approved_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "virtual_account_requests" ADD CONSTRAINT "virtual_account_requests_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "virtual_account_requests" ADD CONSTRAINT "virtual_account_requests_line_id_lines_id_fk" FOREIGN KEY ("line_id") REFERENCES "public"."lines"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "virtual_accounts" ADD CONSTRAINT "virtual_accounts_request_id_virtual_account_requests_id_fk" FOREIGN KEY ("request_id") REFERENCES "public"."virtual_account_requests"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "virtual_accounts" ADD CONSTRAINT "virtual_accounts_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "incoming_transfers_once" ON "incoming_transfers" USING btree ("provider","reference");--> statement-breakpoint
CREATE UNIQUE INDEX "incoming_transfers_session" ON "incoming_transfers" USING btree ("session_id") WHERE "incoming_transfers"."session_id" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "incoming_transfers_payment" ON "incoming_transfers" USING btree ("payment_id") WHERE "incoming_transfers"."payment_id" is not null;--> statement-breakpoint
CREATE INDEX "incoming_transfers_newest" ON "incoming_transfers" USING btree ("received_at","id");--> statement-breakpoint
CREATE INDEX "incoming_transfers_status" ON "incoming_transfers" USING btree ("status","received_at","id");--> statement-breakpoint
CREATE INDEX "incoming_transfers_provider" ON "incoming_transfers" USING btree ("provider","received_at");--> statement-breakpoint
CREATE UNIQUE INDEX "virtual_account_requests_reference" ON "virtual_account_requests" USING btree ("reference");--> statement-breakpoint
CREATE UNIQUE INDEX "virtual_account_requests_one" ON "virtual_account_requests" USING btree ("account_id",coalesce("line_id", 0),"provider",coalesce("bank", '')) WHERE "virtual_account_requests"."status" in ('requested', 'needs-identity', 'active');--> statement-breakpoint
CREATE INDEX "virtual_account_requests_provider_reference" ON "virtual_account_requests" USING btree ("provider","provider_reference") WHERE "virtual_account_requests"."provider_reference" is not null;--> statement-breakpoint
CREATE INDEX "virtual_account_requests_due" ON "virtual_account_requests" USING btree ("provider","next_attempt_at") WHERE "virtual_account_requests"."next_attempt_at" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "virtual_accounts_once" ON "virtual_accounts" USING btree ("request_id","account_number");--> statement-breakpoint
CREATE INDEX "virtual_accounts_number" ON "virtual_accounts" USING btree ("account_number","provider");--> statement-breakpoint
CREATE INDEX "virtual_accounts_account" ON "virtual_accounts" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "virtual_accounts_bank" ON "virtual_accounts" USING btree ("provider","bank","status");--> statement-breakpoint
CREATE INDEX "virtual_accounts_closed" ON "virtual_accounts" USING btree ("closed_at") WHERE "virtual_accounts"."closed_at" is not null;