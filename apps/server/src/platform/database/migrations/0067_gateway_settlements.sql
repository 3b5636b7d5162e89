CREATE TABLE "gateway_settlement_findings" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"settlement" uuid NOT NULL,
	"kind" varchar(20) NOT NULL,
	"subject" varchar(100) DEFAULT '' NOT NULL,
	"details" jsonb NOT NULL,
	"found_at" timestamp with time zone NOT NULL,
	"resolved_at" timestamp with time zone,
	"resolved_by" integer,
	"reason" text,
	CONSTRAINT "gateway_settlement_findings_once" UNIQUE("settlement","kind","subject")
);
--> statement-breakpoint
CREATE TABLE "gateway_settlement_items" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"settlement" uuid NOT NULL,
	"kind" varchar(10) NOT NULL,
	"reference" varchar(100) NOT NULL,
	"vendor_reference" varchar(100) NOT NULL,
	"payment_id" uuid,
	"amount" numeric(15, 2) NOT NULL,
	"fee" numeric(15, 2) DEFAULT 0 NOT NULL,
	"booked" numeric(15, 2) DEFAULT 0 NOT NULL,
	CONSTRAINT "gateway_settlement_items_once" UNIQUE("settlement","kind","vendor_reference")
);
--> statement-breakpoint
CREATE TABLE "gateway_settlement_readings" (
	"gateway" varchar(20) PRIMARY KEY NOT NULL,
	"next_at" timestamp with time zone,
	"read_at" timestamp with time zone,
	"failed_at" timestamp with time zone,
	"failure" text,
	"fee_vat" varchar(10) DEFAULT 'none' NOT NULL,
	"report_columns" jsonb
);
--> statement-breakpoint
CREATE TABLE "gateway_settlements" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"gateway" varchar(20) NOT NULL,
	"settlement_id" varchar(60) NOT NULL,
	"status" varchar(10) NOT NULL,
	"paid_to_account" varchar(40),
	"paid_to_bank" varchar(60),
	"gross" numeric(15, 2) NOT NULL,
	"fees" numeric(15, 2) NOT NULL,
	"fee_vat" numeric(15, 2) DEFAULT 0 NOT NULL,
	"payer_fees" numeric(15, 2) DEFAULT 0 NOT NULL,
	"refunds" numeric(15, 2) DEFAULT 0 NOT NULL,
	"chargebacks" numeric(15, 2) DEFAULT 0 NOT NULL,
	"stamp_duty" numeric(15, 2) DEFAULT 0 NOT NULL,
	"unexplained" numeric(15, 2) DEFAULT 0 NOT NULL,
	"net" numeric(15, 2) NOT NULL,
	"suspense" numeric(15, 2) DEFAULT 0 NOT NULL,
	"payments" integer DEFAULT 0 NOT NULL,
	"settled_on" date NOT NULL,
	"bank_reference" varchar(100),
	"read_at" timestamp with time zone NOT NULL,
	"items_read_at" timestamp with time zone,
	"booked_at" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "gateway_settlements_once" UNIQUE("gateway","settlement_id")
);
--> statement-breakpoint
ALTER TABLE "gateway_settlement_findings" ADD CONSTRAINT "gateway_settlement_findings_settlement_gateway_settlements_id_fk" FOREIGN KEY ("settlement") REFERENCES "public"."gateway_settlements"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "gateway_settlement_findings" ADD CONSTRAINT "gateway_settlement_findings_resolved_by_users_id_fk" FOREIGN KEY ("resolved_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "gateway_settlement_items" ADD CONSTRAINT "gateway_settlement_items_settlement_gateway_settlements_id_fk" FOREIGN KEY ("settlement") REFERENCES "public"."gateway_settlements"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "gateway_settlement_items" ADD CONSTRAINT "gateway_settlement_items_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "gateway_settlement_findings_open" ON "gateway_settlement_findings" USING btree ("found_at","id") WHERE "gateway_settlement_findings"."resolved_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "gateway_settlement_items_payment" ON "gateway_settlement_items" USING btree ("payment_id") WHERE "gateway_settlement_items"."kind" = 'payment';--> statement-breakpoint
CREATE INDEX "gateway_settlement_items_of_payment" ON "gateway_settlement_items" USING btree ("payment_id") WHERE "gateway_settlement_items"."payment_id" is not null;--> statement-breakpoint
CREATE INDEX "gateway_settlement_items_open" ON "gateway_settlement_items" USING btree ("reference") WHERE "gateway_settlement_items"."kind" = 'payment' and "gateway_settlement_items"."payment_id" is null;--> statement-breakpoint
CREATE INDEX "gateway_settlements_newest" ON "gateway_settlements" USING btree ("settled_on","id");--> statement-breakpoint
CREATE INDEX "gateway_settlements_gateway" ON "gateway_settlements" USING btree ("gateway","settled_on","id");--> statement-breakpoint
CREATE INDEX "gateway_settlements_status" ON "gateway_settlements" USING btree ("status","settled_on","id");--> statement-breakpoint
-- By hand: who may read and write what gateways and banks paid out until an owner changes it.
INSERT INTO "staff_role_permissions" ("role", "permission") VALUES
	('manager', 'bank:read'),
	('manager', 'bank:write'),
	('billing', 'bank:read'),
	('billing', 'bank:write'),
	('auditor', 'bank:read')
ON CONFLICT DO NOTHING;
