ALTER TABLE "network_comparisons" ADD COLUMN "totals" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "speed_test_results" ADD COLUMN "how" jsonb;--> statement-breakpoint
ALTER TABLE "subscription_pauses" ADD COLUMN "anchor_day" integer;--> statement-breakpoint
ALTER TABLE "subscription_periods" ADD COLUMN "taken_back_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "user_subscriptions" ADD COLUMN "grace_since" timestamp with time zone;