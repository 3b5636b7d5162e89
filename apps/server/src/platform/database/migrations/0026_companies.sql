CREATE TABLE "company_billing" (
	"account_id" integer PRIMARY KEY NOT NULL,
	"payment_terms_days" integer NOT NULL,
	"billing_day" integer NOT NULL,
	"purchase_order" varchar(50),
	"bill_contact_name" varchar(150),
	"bill_contact_email" varchar(255),
	"next_invoice_at" timestamp with time zone NOT NULL,
	"next_step_at" timestamp with time zone NOT NULL,
	"suspended_at" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "invoice_settlements" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"invoice_id" uuid NOT NULL,
	"payment_id" uuid NOT NULL,
	"kind" varchar(10) NOT NULL,
	"amount" numeric(10, 2) NOT NULL,
	"credited" numeric(10, 2) DEFAULT 0 NOT NULL,
	"settled_at" timestamp with time zone NOT NULL,
	"reversed_at" timestamp with time zone,
	CONSTRAINT "invoice_settlements_once" UNIQUE("payment_id","invoice_id","kind")
);
--> statement-breakpoint
CREATE TABLE "invoiced_periods" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"account_id" integer NOT NULL,
	"subscription_id" uuid NOT NULL,
	"plan_name" varchar(100) NOT NULL,
	"amount" numeric(10, 2) NOT NULL,
	"starts_at" timestamp with time zone NOT NULL,
	"ends_at" timestamp with time zone NOT NULL,
	"invoice_id" uuid,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "monthly_invoices" (
	"invoice_id" uuid PRIMARY KEY NOT NULL,
	"account_id" integer NOT NULL,
	"month" varchar(7) NOT NULL,
	"outstanding" numeric(10, 2) NOT NULL,
	"reminded_days" smallint,
	CONSTRAINT "monthly_invoices_once" UNIQUE("account_id","month")
);
--> statement-breakpoint
CREATE TABLE "withholding_taxes" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"account_id" integer NOT NULL,
	"payment_id" uuid NOT NULL,
	"amount" numeric(10, 2) NOT NULL,
	"recorded_by" integer NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"credit_note_number" varchar(60),
	"credit_note_date" date,
	"slip_id" uuid,
	"documented_by" integer,
	"documented_at" timestamp with time zone,
	"reversed_at" timestamp with time zone,
	CONSTRAINT "withholding_taxes_payment_id_unique" UNIQUE("payment_id"),
	CONSTRAINT "withholding_taxes_credit_note_number_unique" UNIQUE("credit_note_number"),
	CONSTRAINT "withholding_taxes_slip_id_unique" UNIQUE("slip_id")
);
--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "invoice_id" uuid;--> statement-breakpoint
ALTER TABLE "outbox_messages" ADD COLUMN "invoice_number" varchar(30);--> statement-breakpoint
ALTER TABLE "company_billing" ADD CONSTRAINT "company_billing_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invoice_settlements" ADD CONSTRAINT "invoice_settlements_invoice_id_invoices_id_fk" FOREIGN KEY ("invoice_id") REFERENCES "public"."invoices"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invoice_settlements" ADD CONSTRAINT "invoice_settlements_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invoiced_periods" ADD CONSTRAINT "invoiced_periods_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invoiced_periods" ADD CONSTRAINT "invoiced_periods_subscription_id_user_subscriptions_id_fk" FOREIGN KEY ("subscription_id") REFERENCES "public"."user_subscriptions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invoiced_periods" ADD CONSTRAINT "invoiced_periods_invoice_id_invoices_id_fk" FOREIGN KEY ("invoice_id") REFERENCES "public"."invoices"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "monthly_invoices" ADD CONSTRAINT "monthly_invoices_invoice_id_invoices_id_fk" FOREIGN KEY ("invoice_id") REFERENCES "public"."invoices"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "monthly_invoices" ADD CONSTRAINT "monthly_invoices_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "withholding_taxes" ADD CONSTRAINT "withholding_taxes_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "withholding_taxes" ADD CONSTRAINT "withholding_taxes_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "withholding_taxes" ADD CONSTRAINT "withholding_taxes_recorded_by_users_id_fk" FOREIGN KEY ("recorded_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "withholding_taxes" ADD CONSTRAINT "withholding_taxes_slip_id_deposit_slips_id_fk" FOREIGN KEY ("slip_id") REFERENCES "public"."deposit_slips"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "withholding_taxes" ADD CONSTRAINT "withholding_taxes_documented_by_users_id_fk" FOREIGN KEY ("documented_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "company_billing_due" ON "company_billing" USING btree ("next_step_at");--> statement-breakpoint
CREATE INDEX "invoice_settlements_invoice" ON "invoice_settlements" USING btree ("invoice_id");--> statement-breakpoint
CREATE INDEX "invoiced_periods_open" ON "invoiced_periods" USING btree ("account_id") WHERE "invoiced_periods"."invoice_id" is null;--> statement-breakpoint
CREATE INDEX "invoiced_periods_invoice" ON "invoiced_periods" USING btree ("invoice_id");--> statement-breakpoint
CREATE INDEX "monthly_invoices_unpaid" ON "monthly_invoices" USING btree ("account_id") WHERE "monthly_invoices"."outstanding" > 0;--> statement-breakpoint
CREATE INDEX "withholding_taxes_awaited" ON "withholding_taxes" USING btree ("created_at","id") WHERE "withholding_taxes"."credit_note_number" is null and "withholding_taxes"."reversed_at" is null;--> statement-breakpoint
CREATE INDEX "withholding_taxes_account" ON "withholding_taxes" USING btree ("account_id","created_at");