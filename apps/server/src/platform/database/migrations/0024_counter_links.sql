CREATE TABLE "payment_links" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"token_hash" varchar(43) NOT NULL,
	"user_id" integer NOT NULL,
	"line_id" integer NOT NULL,
	"kind" varchar(10) NOT NULL,
	"amount" numeric(10, 2) NOT NULL,
	"label" varchar(255) NOT NULL,
	"charge_id" uuid,
	"plan_id" uuid,
	"period_number" integer,
	"status" varchar(10) NOT NULL,
	"sent_by" varchar(10) NOT NULL,
	"client_request_id" varchar(64) NOT NULL,
	"created_by" integer NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"payment_id" uuid,
	"withdrawn_by" integer,
	"withdrawn_at" timestamp with time zone,
	CONSTRAINT "payment_links_token_hash_unique" UNIQUE("token_hash"),
	CONSTRAINT "payment_links_client_request_id_unique" UNIQUE("client_request_id"),
	CONSTRAINT "payment_links_payment_id_unique" UNIQUE("payment_id")
);
--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "link_id" uuid;--> statement-breakpoint
ALTER TABLE "payment_links" ADD CONSTRAINT "payment_links_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_links" ADD CONSTRAINT "payment_links_line_id_lines_id_fk" FOREIGN KEY ("line_id") REFERENCES "public"."lines"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_links" ADD CONSTRAINT "payment_links_charge_id_one_off_charges_id_fk" FOREIGN KEY ("charge_id") REFERENCES "public"."one_off_charges"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_links" ADD CONSTRAINT "payment_links_plan_id_service_plans_id_fk" FOREIGN KEY ("plan_id") REFERENCES "public"."service_plans"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_links" ADD CONSTRAINT "payment_links_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_links" ADD CONSTRAINT "payment_links_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_links" ADD CONSTRAINT "payment_links_withdrawn_by_users_id_fk" FOREIGN KEY ("withdrawn_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "payment_links_user" ON "payment_links" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE TABLE "charge_product_prices" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"product_id" uuid NOT NULL,
	"price" numeric(10, 2) NOT NULL,
	"bears_vat" boolean NOT NULL,
	"set_by" integer,
	"since" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "write_offs" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"invoice_id" uuid NOT NULL,
	"user_id" integer NOT NULL,
	"amount" numeric(10, 2) NOT NULL,
	"reason" text NOT NULL,
	"status" varchar(20) NOT NULL,
	"client_request_id" varchar(64) NOT NULL,
	"requested_by" integer NOT NULL,
	"decided_by" integer,
	"decision_reason" text,
	"created_at" timestamp with time zone NOT NULL,
	"decided_at" timestamp with time zone,
	"reversed_by" integer,
	"reversed_at" timestamp with time zone,
	CONSTRAINT "write_offs_client_request_id_unique" UNIQUE("client_request_id")
);
--> statement-breakpoint
ALTER TABLE "charge_products" ADD COLUMN "bears_vat" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "charge_product_prices" ADD CONSTRAINT "charge_product_prices_product_id_charge_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."charge_products"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "charge_product_prices" ADD CONSTRAINT "charge_product_prices_set_by_users_id_fk" FOREIGN KEY ("set_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "write_offs" ADD CONSTRAINT "write_offs_invoice_id_invoices_id_fk" FOREIGN KEY ("invoice_id") REFERENCES "public"."invoices"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "write_offs" ADD CONSTRAINT "write_offs_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "write_offs" ADD CONSTRAINT "write_offs_requested_by_users_id_fk" FOREIGN KEY ("requested_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "write_offs" ADD CONSTRAINT "write_offs_decided_by_users_id_fk" FOREIGN KEY ("decided_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "write_offs" ADD CONSTRAINT "write_offs_reversed_by_users_id_fk" FOREIGN KEY ("reversed_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "charge_product_prices_product" ON "charge_product_prices" USING btree ("product_id","since");--> statement-breakpoint
CREATE UNIQUE INDEX "write_offs_one" ON "write_offs" USING btree ("invoice_id") WHERE "write_offs"."status" in ('awaiting-approval', 'booked');--> statement-breakpoint
CREATE INDEX "write_offs_user" ON "write_offs" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "write_offs_waiting" ON "write_offs" USING btree ("created_at") WHERE "write_offs"."status" = 'awaiting-approval';--> statement-breakpoint
INSERT INTO "charge_product_prices" ("product_id", "price", "bears_vat", "since") SELECT "id", "price", true, now() FROM "charge_products";
