CREATE TABLE "courtesy_days" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" integer NOT NULL,
	"line_id" integer NOT NULL,
	"subscription_id" uuid NOT NULL,
	"days" integer NOT NULL,
	"reason" text NOT NULL,
	"status" varchar(20) NOT NULL,
	"client_request_id" varchar(64),
	"requested_by" integer NOT NULL,
	"decided_by" integer,
	"decision_reason" text,
	"created_at" timestamp with time zone NOT NULL,
	"decided_at" timestamp with time zone,
	CONSTRAINT "courtesy_days_client_request_id_unique" UNIQUE("client_request_id"),
	CONSTRAINT "courtesy_days_some" CHECK ("courtesy_days"."days" > 0)
);
--> statement-breakpoint
CREATE TABLE "payment_promises" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" integer NOT NULL,
	"subscription_id" uuid NOT NULL,
	"period_number" integer NOT NULL,
	"amount" numeric(15, 2) NOT NULL,
	"on_from" timestamp with time zone NOT NULL,
	"ends_at" timestamp with time zone NOT NULL,
	"state" varchar(10) NOT NULL,
	"staff_id" integer,
	"made_at" timestamp with time zone NOT NULL,
	"decided_at" timestamp with time zone,
	"reason" text,
	CONSTRAINT "payment_promises_decided" CHECK (("payment_promises"."state" = 'running') = ("payment_promises"."decided_at" is null))
);
--> statement-breakpoint
ALTER TABLE "user_subscriptions" ADD COLUMN "promised_until" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "courtesy_days" ADD CONSTRAINT "courtesy_days_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "courtesy_days" ADD CONSTRAINT "courtesy_days_line_id_lines_id_fk" FOREIGN KEY ("line_id") REFERENCES "public"."lines"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "courtesy_days" ADD CONSTRAINT "courtesy_days_subscription_id_user_subscriptions_id_fk" FOREIGN KEY ("subscription_id") REFERENCES "public"."user_subscriptions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "courtesy_days" ADD CONSTRAINT "courtesy_days_requested_by_users_id_fk" FOREIGN KEY ("requested_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "courtesy_days" ADD CONSTRAINT "courtesy_days_decided_by_users_id_fk" FOREIGN KEY ("decided_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_promises" ADD CONSTRAINT "payment_promises_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_promises" ADD CONSTRAINT "payment_promises_subscription_id_user_subscriptions_id_fk" FOREIGN KEY ("subscription_id") REFERENCES "public"."user_subscriptions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_promises" ADD CONSTRAINT "payment_promises_staff_id_users_id_fk" FOREIGN KEY ("staff_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "courtesy_days_user" ON "courtesy_days" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "courtesy_days_line" ON "courtesy_days" USING btree ("line_id","created_at");--> statement-breakpoint
CREATE INDEX "courtesy_days_waiting" ON "courtesy_days" USING btree ("created_at") WHERE "courtesy_days"."status" = 'awaiting-approval';--> statement-breakpoint
CREATE UNIQUE INDEX "payment_promises_running" ON "payment_promises" USING btree ("subscription_id") WHERE "payment_promises"."state" = 'running';--> statement-breakpoint
CREATE UNIQUE INDEX "payment_promises_own" ON "payment_promises" USING btree ("subscription_id","period_number") WHERE "payment_promises"."staff_id" is null;--> statement-breakpoint
CREATE INDEX "payment_promises_period" ON "payment_promises" USING btree ("subscription_id","period_number");--> statement-breakpoint
CREATE INDEX "payment_promises_user" ON "payment_promises" USING btree ("user_id","made_at");--> statement-breakpoint
INSERT INTO "staff_role_permissions" ("role", "permission") VALUES
	('manager', 'courtesy-days:approve'), ('manager', 'courtesy-days:read'), ('manager', 'courtesy-days:write'), ('manager', 'promises:read'), ('manager', 'promises:write'),
	('billing', 'courtesy-days:approve'), ('billing', 'courtesy-days:read'), ('billing', 'courtesy-days:write'), ('billing', 'promises:read'), ('billing', 'promises:write'),
	('support', 'courtesy-days:read'), ('support', 'courtesy-days:write'), ('support', 'promises:read'), ('support', 'promises:write'),
	('auditor', 'courtesy-days:read'), ('auditor', 'promises:read')
ON CONFLICT DO NOTHING;
