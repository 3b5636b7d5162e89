ALTER TABLE "subscription_periods" ADD COLUMN "begun" boolean DEFAULT true NOT NULL;--> statement-breakpoint
UPDATE "subscription_periods" SET "begun" = false WHERE "starts_at" > now();--> statement-breakpoint
CREATE INDEX "subscription_periods_awaited" ON "subscription_periods" USING btree ("starts_at") WHERE not "subscription_periods"."begun";--> statement-breakpoint
CREATE INDEX "user_subscriptions_user" ON "user_subscriptions" USING btree ("user_id");