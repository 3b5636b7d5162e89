-- Its own transaction: reading every row must not hold the lock that adding the constraint took.
ALTER TABLE "data_bundle_purchases" VALIDATE CONSTRAINT "data_bundle_purchases_user_id_lines_id_fk";
--> statement-breakpoint
ALTER TABLE "speed_test_results" VALIDATE CONSTRAINT "speed_test_results_user_id_lines_id_fk";
--> statement-breakpoint
ALTER TABLE "usage_data" VALIDATE CONSTRAINT "usage_data_user_id_lines_id_fk";
--> statement-breakpoint
ALTER TABLE "user_subscriptions" VALIDATE CONSTRAINT "user_subscriptions_user_id_lines_id_fk";
--> statement-breakpoint
ALTER TABLE "access_mismatches" VALIDATE CONSTRAINT "access_mismatches_user_id_lines_id_fk";
--> statement-breakpoint
ALTER TABLE "network_lines" VALIDATE CONSTRAINT "network_lines_user_id_lines_id_fk";
--> statement-breakpoint
ALTER TABLE "radius_actions" VALIDATE CONSTRAINT "radius_actions_user_id_lines_id_fk";
--> statement-breakpoint
ALTER TABLE "customer_areas" VALIDATE CONSTRAINT "customer_areas_user_id_lines_id_fk";
--> statement-breakpoint
ALTER TABLE "outage_credit_lines" VALIDATE CONSTRAINT "outage_credit_lines_user_id_lines_id_fk";
--> statement-breakpoint
ALTER TABLE "support_tickets" VALIDATE CONSTRAINT "support_tickets_line_id_lines_id_fk";
