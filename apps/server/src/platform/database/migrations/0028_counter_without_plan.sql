-- reads null: payments.subscription_id: the release before lists such a payment, its receipt and its invoice as any other, and finds no charge to pay there until it is replaced.
CREATE TABLE "refund_payouts" (
	"refund_id" uuid PRIMARY KEY NOT NULL,
	"client_request_id" varchar(64) NOT NULL,
	"method" varchar(10) NOT NULL,
	"staff_id" integer NOT NULL,
	"shift_id" uuid,
	"bank_reference" varchar(60),
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "refund_payouts_client_request_id_unique" UNIQUE("client_request_id"),
	CONSTRAINT "refund_payouts_bank_reference_unique" UNIQUE("bank_reference")
);
--> statement-breakpoint
ALTER TABLE "one_off_charges" ALTER COLUMN "subscription_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "invoices" ALTER COLUMN "subscription_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "payments" ALTER COLUMN "subscription_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "payments" ALTER COLUMN "plan_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "refund_payouts" ADD CONSTRAINT "refund_payouts_refund_id_refunds_id_fk" FOREIGN KEY ("refund_id") REFERENCES "public"."refunds"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refund_payouts" ADD CONSTRAINT "refund_payouts_staff_id_users_id_fk" FOREIGN KEY ("staff_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refund_payouts" ADD CONSTRAINT "refund_payouts_shift_id_till_shifts_id_fk" FOREIGN KEY ("shift_id") REFERENCES "public"."till_shifts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "refund_payouts_shift" ON "refund_payouts" USING btree ("shift_id");