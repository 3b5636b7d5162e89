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
	CONSTRAINT "credit_notes_invoice_id_unique" UNIQUE("invoice_id"),
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
CREATE TABLE "plan_upgrades" (
	"payment_id" uuid PRIMARY KEY NOT NULL,
	"subscription_id" uuid NOT NULL,
	"period_number" integer NOT NULL,
	"from_plan_id" uuid NOT NULL,
	"to_plan_id" uuid NOT NULL,
	"upgraded_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "subscription_pauses" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"subscription_id" uuid NOT NULL,
	"year" integer NOT NULL,
	"starts_at" timestamp with time zone NOT NULL,
	"ends_at" timestamp with time zone NOT NULL,
	CONSTRAINT "subscription_pauses_year" UNIQUE("subscription_id","year"),
	CONSTRAINT "subscription_pauses_forward" CHECK ("subscription_pauses"."ends_at" >= "subscription_pauses"."starts_at")
);
--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "upgrade_from_plan_id" uuid;--> statement-breakpoint
ALTER TABLE "user_subscriptions" ADD COLUMN "next_step_at" timestamp with time zone DEFAULT now();--> statement-breakpoint
ALTER TABLE "user_subscriptions" ADD COLUMN "paused_until" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "user_subscriptions" ADD COLUMN "cancel_requested_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "user_subscriptions" ADD COLUMN "cancel_reason" varchar(500);--> statement-breakpoint
ALTER TABLE "user_subscriptions" ADD COLUMN "cancelled_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "billing_details" ADD CONSTRAINT "billing_details_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "credit_notes" ADD CONSTRAINT "credit_notes_invoice_id_invoices_id_fk" FOREIGN KEY ("invoice_id") REFERENCES "public"."invoices"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "credit_notes" ADD CONSTRAINT "credit_notes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invoices" ADD CONSTRAINT "invoices_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invoices" ADD CONSTRAINT "invoices_subscription_id_user_subscriptions_id_fk" FOREIGN KEY ("subscription_id") REFERENCES "public"."user_subscriptions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invoices" ADD CONSTRAINT "invoices_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "plan_upgrades" ADD CONSTRAINT "plan_upgrades_subscription_id_user_subscriptions_id_fk" FOREIGN KEY ("subscription_id") REFERENCES "public"."user_subscriptions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "plan_upgrades" ADD CONSTRAINT "plan_upgrades_from_plan_id_service_plans_id_fk" FOREIGN KEY ("from_plan_id") REFERENCES "public"."service_plans"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "plan_upgrades" ADD CONSTRAINT "plan_upgrades_to_plan_id_service_plans_id_fk" FOREIGN KEY ("to_plan_id") REFERENCES "public"."service_plans"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "subscription_pauses" ADD CONSTRAINT "subscription_pauses_subscription_id_user_subscriptions_id_fk" FOREIGN KEY ("subscription_id") REFERENCES "public"."user_subscriptions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "invoices_period" ON "invoices" USING btree ("subscription_id","period_number") WHERE "invoices"."kind" = 'period' and "invoices"."status" <> 'void';--> statement-breakpoint
CREATE INDEX "invoices_user" ON "invoices" USING btree ("user_id","issued_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "invoices_issued" ON "invoices" USING btree ("issued_at","id");--> statement-breakpoint
CREATE INDEX "plan_upgrades_period" ON "plan_upgrades" USING btree ("subscription_id","period_number");--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_upgrade_from_plan_id_service_plans_id_fk" FOREIGN KEY ("upgrade_from_plan_id") REFERENCES "public"."service_plans"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "user_subscriptions_due" ON "user_subscriptions" USING btree ("next_step_at") WHERE "user_subscriptions"."next_step_at" is not null;