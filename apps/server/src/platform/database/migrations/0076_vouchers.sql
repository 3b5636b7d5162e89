-- reads null: imported_records.user_id: a row with null is of a kind (vouchers) that the previous release does not know; it reads rows by import alone.
CREATE TABLE "agent_sales" (
	"payment_id" uuid PRIMARY KEY NOT NULL,
	"client_request_id" varchar(64) NOT NULL,
	"agent_id" integer NOT NULL,
	"commission" numeric(15, 2) NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "agent_sales_client_request_id_unique" UNIQUE("client_request_id")
);
--> statement-breakpoint
CREATE TABLE "agent_settlements" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"client_request_id" varchar(64) NOT NULL,
	"agent_id" integer NOT NULL,
	"amount" numeric(15, 2) NOT NULL,
	"method" varchar(10) NOT NULL,
	"staff_id" integer NOT NULL,
	"shift_id" uuid,
	"bank_reference" varchar(60),
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "agent_settlements_client_request_id_unique" UNIQUE("client_request_id"),
	CONSTRAINT "agent_settlements_bank_reference_unique" UNIQUE("bank_reference")
);
--> statement-breakpoint
CREATE TABLE "agents" (
	"id" serial PRIMARY KEY NOT NULL,
	"kind" varchar(10) DEFAULT 'agent' NOT NULL,
	"staff_id" integer,
	"name" varchar(100) NOT NULL,
	"phone" varchar(20),
	"credit_limit" numeric(15, 2),
	"commission_basis_points" integer NOT NULL,
	"stopped_at" timestamp with time zone,
	"created_by" integer NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "agents_staff_id_unique" UNIQUE("staff_id")
);
--> statement-breakpoint
CREATE TABLE "voucher_batches" (
	"number" serial PRIMARY KEY NOT NULL,
	"kind" varchar(10) DEFAULT 'made' NOT NULL,
	"amount" numeric(15, 2) NOT NULL,
	"count" integer NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"agent_id" integer,
	"discount" numeric(15, 2) NOT NULL,
	"status" varchar(20) NOT NULL,
	"client_request_id" varchar(64),
	"created_by" integer NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"decided_by" integer,
	"decided_at" timestamp with time zone,
	"decision_reason" text,
	"issues" smallint DEFAULT 0 NOT NULL,
	"issued_by" integer,
	"issued_at" timestamp with time zone,
	"stopped_by" integer,
	"stopped_at" timestamp with time zone,
	"stop_reason" text,
	"refunded_by" integer,
	"refunded_at" timestamp with time zone,
	CONSTRAINT "voucher_batches_client_request_id_unique" UNIQUE("client_request_id")
);
--> statement-breakpoint
CREATE TABLE "vouchers" (
	"batch" integer NOT NULL,
	"index" integer NOT NULL,
	"pin_hash" varchar(43) NOT NULL,
	"amount" numeric(15, 2) NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"status" varchar(10) NOT NULL,
	"payment_id" uuid,
	"used_at" timestamp with time zone,
	"via" varchar(10),
	"stopped_by" integer,
	"stopped_at" timestamp with time zone,
	"stop_reason" text,
	CONSTRAINT "vouchers_batch_index_pk" PRIMARY KEY("batch","index"),
	CONSTRAINT "vouchers_pin_hash_unique" UNIQUE("pin_hash"),
	CONSTRAINT "vouchers_payment_id_unique" UNIQUE("payment_id")
);
--> statement-breakpoint
ALTER TABLE "imported_records" ALTER COLUMN "user_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "agent_id" integer;--> statement-breakpoint
ALTER TABLE "agent_sales" ADD CONSTRAINT "agent_sales_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "agent_sales" ADD CONSTRAINT "agent_sales_agent_id_agents_id_fk" FOREIGN KEY ("agent_id") REFERENCES "public"."agents"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "agent_settlements" ADD CONSTRAINT "agent_settlements_agent_id_agents_id_fk" FOREIGN KEY ("agent_id") REFERENCES "public"."agents"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "agent_settlements" ADD CONSTRAINT "agent_settlements_staff_id_users_id_fk" FOREIGN KEY ("staff_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "agent_settlements" ADD CONSTRAINT "agent_settlements_shift_id_till_shifts_id_fk" FOREIGN KEY ("shift_id") REFERENCES "public"."till_shifts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "agents" ADD CONSTRAINT "agents_staff_id_users_id_fk" FOREIGN KEY ("staff_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "agents" ADD CONSTRAINT "agents_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "voucher_batches" ADD CONSTRAINT "voucher_batches_agent_id_agents_id_fk" FOREIGN KEY ("agent_id") REFERENCES "public"."agents"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "voucher_batches" ADD CONSTRAINT "voucher_batches_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "voucher_batches" ADD CONSTRAINT "voucher_batches_decided_by_users_id_fk" FOREIGN KEY ("decided_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "voucher_batches" ADD CONSTRAINT "voucher_batches_issued_by_users_id_fk" FOREIGN KEY ("issued_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "voucher_batches" ADD CONSTRAINT "voucher_batches_stopped_by_users_id_fk" FOREIGN KEY ("stopped_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "voucher_batches" ADD CONSTRAINT "voucher_batches_refunded_by_users_id_fk" FOREIGN KEY ("refunded_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "vouchers" ADD CONSTRAINT "vouchers_batch_voucher_batches_number_fk" FOREIGN KEY ("batch") REFERENCES "public"."voucher_batches"("number") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "vouchers" ADD CONSTRAINT "vouchers_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "vouchers" ADD CONSTRAINT "vouchers_stopped_by_users_id_fk" FOREIGN KEY ("stopped_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "agent_sales_agent" ON "agent_sales" USING btree ("agent_id","created_at");--> statement-breakpoint
CREATE INDEX "agent_settlements_agent" ON "agent_settlements" USING btree ("agent_id","created_at");--> statement-breakpoint
CREATE INDEX "agent_settlements_shift" ON "agent_settlements" USING btree ("shift_id");--> statement-breakpoint
CREATE UNIQUE INDEX "agents_own_stock" ON "agents" USING btree ("kind") WHERE "agents"."kind" = 'own-stock';--> statement-breakpoint
CREATE INDEX "voucher_batches_agent" ON "voucher_batches" USING btree ("agent_id");--> statement-breakpoint
CREATE INDEX "vouchers_unused" ON "vouchers" USING btree ("expires_at") WHERE "vouchers"."status" in ('issued', 'stopped');--> statement-breakpoint
INSERT INTO "staff_roles" ("name") VALUES ('agent') ON CONFLICT DO NOTHING;--> statement-breakpoint
INSERT INTO "staff_role_permissions" ("role", "permission") VALUES
	('agent', 'agent-counter:read'),
	('agent', 'agent-counter:write'),
	('manager', 'agents:read'),
	('manager', 'agents:write'),
	('manager', 'vouchers:approve'),
	('manager', 'vouchers:read'),
	('manager', 'vouchers:write'),
	('billing', 'agents:read'),
	('billing', 'agents:write'),
	('billing', 'vouchers:approve'),
	('billing', 'vouchers:read'),
	('billing', 'vouchers:write'),
	('auditor', 'agents:read'),
	('auditor', 'vouchers:read')
ON CONFLICT DO NOTHING;
