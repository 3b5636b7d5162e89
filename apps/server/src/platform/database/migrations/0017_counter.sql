CREATE TABLE "billing_adjustments" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" integer NOT NULL,
	"amount" numeric(10, 2) NOT NULL,
	"reason" text NOT NULL,
	"status" varchar(20) NOT NULL,
	"client_request_id" varchar(64),
	"requested_by" integer NOT NULL,
	"decided_by" integer,
	"decision_reason" text,
	"created_at" timestamp with time zone NOT NULL,
	"decided_at" timestamp with time zone,
	CONSTRAINT "billing_adjustments_client_request_id_unique" UNIQUE("client_request_id")
);
--> statement-breakpoint
CREATE TABLE "charge_products" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"name" varchar(100) NOT NULL,
	"price" numeric(10, 2) NOT NULL,
	"is_active" boolean DEFAULT true NOT NULL,
	CONSTRAINT "charge_products_name_unique" UNIQUE("name")
);
--> statement-breakpoint
CREATE TABLE "one_off_charges" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" integer NOT NULL,
	"subscription_id" uuid NOT NULL,
	"product_id" uuid NOT NULL,
	"quantity" integer NOT NULL,
	"invoice_number" varchar(30) NOT NULL,
	"client_request_id" varchar(64),
	"charged_by" integer NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"payment_id" uuid,
	"refunded_at" timestamp with time zone,
	CONSTRAINT "one_off_charges_invoice_number_unique" UNIQUE("invoice_number"),
	CONSTRAINT "one_off_charges_client_request_id_unique" UNIQUE("client_request_id"),
	CONSTRAINT "one_off_charges_payment_id_unique" UNIQUE("payment_id")
);
--> statement-breakpoint
CREATE TABLE "counter_payments" (
	"payment_id" uuid PRIMARY KEY NOT NULL,
	"client_request_id" varchar(64) NOT NULL,
	"staff_id" integer NOT NULL,
	"shift_id" uuid NOT NULL,
	"outside_reference" varchar(60),
	"slip_id" uuid,
	CONSTRAINT "counter_payments_client_request_id_unique" UNIQUE("client_request_id"),
	CONSTRAINT "counter_payments_outside_reference_unique" UNIQUE("outside_reference"),
	CONSTRAINT "counter_payments_slip_id_unique" UNIQUE("slip_id")
);
--> statement-breakpoint
CREATE TABLE "deposit_slips" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"uploader_id" integer NOT NULL,
	"name" varchar(150) NOT NULL,
	"media_type" varchar(50) NOT NULL,
	"size_bytes" bigint NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "till_hand_overs" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"client_request_id" varchar(64) NOT NULL,
	"shift_id" uuid NOT NULL,
	"amount" numeric(10, 2) NOT NULL,
	"bank_reference" varchar(60) NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "till_hand_overs_client_request_id_unique" UNIQUE("client_request_id"),
	CONSTRAINT "till_hand_overs_bank_reference_unique" UNIQUE("bank_reference")
);
--> statement-breakpoint
CREATE TABLE "till_shifts" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"staff_id" integer NOT NULL,
	"opened_at" timestamp with time zone NOT NULL,
	"closed_at" timestamp with time zone,
	"expected" numeric(14, 2),
	"counted" numeric(14, 2),
	"note" text
);
--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "charge_id" uuid;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "till_id" integer;--> statement-breakpoint
ALTER TABLE "billing_adjustments" ADD CONSTRAINT "billing_adjustments_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "billing_adjustments" ADD CONSTRAINT "billing_adjustments_requested_by_users_id_fk" FOREIGN KEY ("requested_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "billing_adjustments" ADD CONSTRAINT "billing_adjustments_decided_by_users_id_fk" FOREIGN KEY ("decided_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "one_off_charges" ADD CONSTRAINT "one_off_charges_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "one_off_charges" ADD CONSTRAINT "one_off_charges_subscription_id_user_subscriptions_id_fk" FOREIGN KEY ("subscription_id") REFERENCES "public"."user_subscriptions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "one_off_charges" ADD CONSTRAINT "one_off_charges_product_id_charge_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."charge_products"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "one_off_charges" ADD CONSTRAINT "one_off_charges_invoice_number_invoices_invoice_number_fk" FOREIGN KEY ("invoice_number") REFERENCES "public"."invoices"("invoice_number") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "one_off_charges" ADD CONSTRAINT "one_off_charges_charged_by_users_id_fk" FOREIGN KEY ("charged_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "one_off_charges" ADD CONSTRAINT "one_off_charges_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "counter_payments" ADD CONSTRAINT "counter_payments_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "counter_payments" ADD CONSTRAINT "counter_payments_staff_id_users_id_fk" FOREIGN KEY ("staff_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "counter_payments" ADD CONSTRAINT "counter_payments_shift_id_till_shifts_id_fk" FOREIGN KEY ("shift_id") REFERENCES "public"."till_shifts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "counter_payments" ADD CONSTRAINT "counter_payments_slip_id_deposit_slips_id_fk" FOREIGN KEY ("slip_id") REFERENCES "public"."deposit_slips"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "deposit_slips" ADD CONSTRAINT "deposit_slips_uploader_id_users_id_fk" FOREIGN KEY ("uploader_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "till_hand_overs" ADD CONSTRAINT "till_hand_overs_shift_id_till_shifts_id_fk" FOREIGN KEY ("shift_id") REFERENCES "public"."till_shifts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "till_shifts" ADD CONSTRAINT "till_shifts_staff_id_users_id_fk" FOREIGN KEY ("staff_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "billing_adjustments_user" ON "billing_adjustments" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "billing_adjustments_waiting" ON "billing_adjustments" USING btree ("created_at") WHERE "billing_adjustments"."status" = 'awaiting-approval';--> statement-breakpoint
CREATE INDEX "one_off_charges_user" ON "one_off_charges" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "counter_payments_shift" ON "counter_payments" USING btree ("shift_id");--> statement-breakpoint
CREATE INDEX "deposit_slips_uploader" ON "deposit_slips" USING btree ("uploader_id","created_at");--> statement-breakpoint
CREATE INDEX "till_hand_overs_shift" ON "till_hand_overs" USING btree ("shift_id");--> statement-breakpoint
CREATE UNIQUE INDEX "till_shifts_open" ON "till_shifts" USING btree ("staff_id") WHERE "till_shifts"."closed_at" is null;--> statement-breakpoint
CREATE INDEX "till_shifts_newest" ON "till_shifts" USING btree ("opened_at","id");