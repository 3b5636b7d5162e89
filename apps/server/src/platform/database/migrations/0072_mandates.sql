CREATE TABLE "mandates" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" integer NOT NULL,
	"subscription_id" uuid NOT NULL,
	"provider" varchar(20) NOT NULL,
	"reference" varchar(100),
	"approval_url" text,
	"status" varchar(20) NOT NULL,
	"bank_name" varchar(100),
	"last_four" varchar(4),
	"email" varchar(255) NOT NULL,
	"wording" text NOT NULL,
	"code_hash" varchar(100),
	"payment_method_id" uuid,
	"next_check_at" timestamp with time zone,
	"idle_told_for" date,
	"approved_at" timestamp with time zone,
	"active_at" timestamp with time zone,
	"ended_at" timestamp with time zone,
	"end_reason" varchar(20),
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "mandates_reference_unique" UNIQUE("reference")
);--> statement-breakpoint
ALTER TABLE "auto_pay_consents" ADD COLUMN "kind" varchar(10) DEFAULT 'card' NOT NULL;--> statement-breakpoint
ALTER TABLE "payment_methods" ADD COLUMN "kind" varchar(10) DEFAULT 'card' NOT NULL;--> statement-breakpoint
ALTER TABLE "payment_methods" ADD COLUMN "bank_name" varchar(100);--> statement-breakpoint
ALTER TABLE "payment_methods" ADD COLUMN "paused_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "charge_day" date;--> statement-breakpoint
ALTER TABLE "user_subscriptions" ADD COLUMN "charge_first" varchar(10);--> statement-breakpoint
ALTER TABLE "user_subscriptions" ADD COLUMN "salary_day" smallint;--> statement-breakpoint
ALTER TABLE "mandates" ADD CONSTRAINT "mandates_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mandates" ADD CONSTRAINT "mandates_subscription_id_user_subscriptions_id_fk" FOREIGN KEY ("subscription_id") REFERENCES "public"."user_subscriptions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mandates" ADD CONSTRAINT "mandates_payment_method_id_payment_methods_id_fk" FOREIGN KEY ("payment_method_id") REFERENCES "public"."payment_methods"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "mandates_user" ON "mandates" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "mandates_subscription" ON "mandates" USING btree ("subscription_id");--> statement-breakpoint
CREATE INDEX "mandates_due" ON "mandates" USING btree ("next_check_at") WHERE "mandates"."next_check_at" is not null;--> statement-breakpoint
CREATE INDEX "mandates_code" ON "mandates" USING btree ("code_hash") WHERE "mandates"."code_hash" is not null;--> statement-breakpoint
CREATE INDEX "mandates_awaited" ON "mandates" USING btree ("email") WHERE "mandates"."status" in ('awaiting-approval', 'approved');--> statement-breakpoint
CREATE UNIQUE INDEX "mandates_method" ON "mandates" USING btree ("payment_method_id") WHERE "mandates"."payment_method_id" is not null;
