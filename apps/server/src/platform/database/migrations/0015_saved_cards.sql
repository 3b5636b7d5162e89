CREATE TABLE "auto_pay_consents" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" integer NOT NULL,
	"subscription_id" uuid NOT NULL,
	"payment_method_id" uuid NOT NULL,
	"words" text NOT NULL,
	"given_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone,
	"end_reason" varchar(20)
);
--> statement-breakpoint
ALTER TABLE "payment_methods" ADD COLUMN "card_signature" varchar(100);--> statement-breakpoint
ALTER TABLE "payment_methods" ADD COLUMN "email" varchar(255) DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "payment_methods" ADD COLUMN "expiry_told_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "payment_methods" ADD COLUMN "removed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "card" jsonb;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "auto_pay_consent" text;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "payment_method_id" uuid;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "charge_attempt" integer;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "charge_due_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "auto_pay_consents" ADD CONSTRAINT "auto_pay_consents_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "auto_pay_consents" ADD CONSTRAINT "auto_pay_consents_subscription_id_user_subscriptions_id_fk" FOREIGN KEY ("subscription_id") REFERENCES "public"."user_subscriptions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "auto_pay_consents" ADD CONSTRAINT "auto_pay_consents_payment_method_id_payment_methods_id_fk" FOREIGN KEY ("payment_method_id") REFERENCES "public"."payment_methods"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "auto_pay_consents_live" ON "auto_pay_consents" USING btree ("subscription_id") WHERE "auto_pay_consents"."ended_at" is null;--> statement-breakpoint
CREATE INDEX "auto_pay_consents_line" ON "auto_pay_consents" USING btree ("subscription_id","given_at");--> statement-breakpoint
CREATE INDEX "auto_pay_consents_card" ON "auto_pay_consents" USING btree ("payment_method_id");--> statement-breakpoint
CREATE INDEX "auto_pay_consents_user" ON "auto_pay_consents" USING btree ("user_id");--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_payment_method_id_payment_methods_id_fk" FOREIGN KEY ("payment_method_id") REFERENCES "public"."payment_methods"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "payment_methods_card" ON "payment_methods" USING btree ("user_id","provider","card_signature") WHERE "payment_methods"."removed_at" is null and "payment_methods"."card_signature" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "payments_charge_once" ON "payments" USING btree ("subscription_id","period_number","charge_attempt") WHERE "payments"."charge_attempt" is not null;--> statement-breakpoint
CREATE INDEX "payments_due_charge" ON "payments" USING btree ("charge_due_at") WHERE "payments"."charge_due_at" is not null;