-- After the trigger of 0011 is committed: no account that is opened meanwhile is left out.
INSERT INTO "lines" ("id", "account_id", "created_at") SELECT "id", "id", "created_at" FROM "accounts" ON CONFLICT DO NOTHING;
--> statement-breakpoint
-- What belongs to a line is stored under its id: the first line has the id of the account, so no row changes.
ALTER TABLE "data_bundle_purchases" DROP CONSTRAINT "data_bundle_purchases_user_id_users_id_fk",
	ADD CONSTRAINT "data_bundle_purchases_user_id_lines_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."lines"("id") ON DELETE no action ON UPDATE no action NOT VALID;
--> statement-breakpoint
ALTER TABLE "speed_test_results" DROP CONSTRAINT "speed_test_results_user_id_users_id_fk",
	ADD CONSTRAINT "speed_test_results_user_id_lines_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."lines"("id") ON DELETE no action ON UPDATE no action NOT VALID;
--> statement-breakpoint
ALTER TABLE "usage_data" DROP CONSTRAINT "usage_data_user_id_users_id_fk",
	ADD CONSTRAINT "usage_data_user_id_lines_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."lines"("id") ON DELETE no action ON UPDATE no action NOT VALID;
--> statement-breakpoint
ALTER TABLE "user_subscriptions" DROP CONSTRAINT "user_subscriptions_user_id_users_id_fk",
	ADD CONSTRAINT "user_subscriptions_user_id_lines_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."lines"("id") ON DELETE no action ON UPDATE no action NOT VALID;
--> statement-breakpoint
ALTER TABLE "access_mismatches" DROP CONSTRAINT "access_mismatches_user_id_users_id_fk",
	ADD CONSTRAINT "access_mismatches_user_id_lines_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."lines"("id") ON DELETE no action ON UPDATE no action NOT VALID;
--> statement-breakpoint
ALTER TABLE "network_lines" DROP CONSTRAINT "network_lines_user_id_users_id_fk",
	ADD CONSTRAINT "network_lines_user_id_lines_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."lines"("id") ON DELETE no action ON UPDATE no action NOT VALID;
--> statement-breakpoint
ALTER TABLE "radius_actions" DROP CONSTRAINT "radius_actions_user_id_users_id_fk",
	ADD CONSTRAINT "radius_actions_user_id_lines_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."lines"("id") ON DELETE no action ON UPDATE no action NOT VALID;
--> statement-breakpoint
ALTER TABLE "customer_areas" DROP CONSTRAINT "customer_areas_user_id_users_id_fk",
	ADD CONSTRAINT "customer_areas_user_id_lines_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."lines"("id") ON DELETE cascade ON UPDATE no action NOT VALID;
--> statement-breakpoint
ALTER TABLE "outage_credit_lines" DROP CONSTRAINT "outage_credit_lines_user_id_users_id_fk",
	ADD CONSTRAINT "outage_credit_lines_user_id_lines_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."lines"("id") ON DELETE no action ON UPDATE no action NOT VALID;
--> statement-breakpoint
ALTER TABLE "usage_days" DROP CONSTRAINT "usage_days_user_id_users_id_fk";
--> statement-breakpoint
ALTER TABLE "usage_sessions" DROP CONSTRAINT "usage_sessions_user_id_users_id_fk";
--> statement-breakpoint
ALTER TABLE "support_tickets" ADD CONSTRAINT "support_tickets_line_id_lines_id_fk" FOREIGN KEY ("line_id") REFERENCES "public"."lines"("id") ON DELETE no action ON UPDATE no action NOT VALID;
