ALTER TABLE "network_lines" ADD COLUMN "plan_id" uuid;--> statement-breakpoint
ALTER TABLE "usage_sessions" ADD COLUMN "written_username" varchar(253);--> statement-breakpoint
UPDATE "usage_sessions" SET "written_username" = "username";--> statement-breakpoint
ALTER TABLE "usage_sessions" ALTER COLUMN "written_username" SET NOT NULL;--> statement-breakpoint
-- Sessions that were known by the RADIUS server's own id go on under the access server's.
WITH renamed AS (
  SELECT session_key, generation, 's:' || left(nas, 60) || '|' || left(session_id, 100) || '|' || left(username, 120) AS new_key, started_at
  FROM usage_sessions WHERE session_key LIKE 'u:%' AND session_id <> ''
), numbered AS (
  SELECT session_key, generation, new_key,
    row_number() OVER (PARTITION BY new_key ORDER BY started_at)
      + coalesce((SELECT max(k.generation) FROM usage_sessions k WHERE k.session_key = new_key), 0) AS new_generation
  FROM renamed
)
UPDATE usage_sessions s SET session_key = n.new_key, generation = n.new_generation
FROM numbered n WHERE s.session_key = n.session_key AND s.generation = n.generation;--> statement-breakpoint
ALTER TABLE "network_lines" ADD CONSTRAINT "network_lines_plan_id_service_plans_id_fk" FOREIGN KEY ("plan_id") REFERENCES "public"."service_plans"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "invoices_open" ON "invoices" USING btree ("subscription_id") WHERE "invoices"."status" = 'open';--> statement-breakpoint
CREATE INDEX "ledger_entries_rewards" ON "ledger_entries" USING btree ("user_id") WHERE "ledger_entries"."account" = 'referral-rewards';--> statement-breakpoint
CREATE INDEX "ledger_entries_account" ON "ledger_entries" USING btree ("account","created_at");--> statement-breakpoint
CREATE INDEX "payments_gateway" ON "payments" USING btree ("gateway","created_at","id");--> statement-breakpoint
CREATE INDEX "referrals_flagged" ON "referrals" USING btree ("created_at","id") WHERE "referrals"."flags" <> '{}';--> statement-breakpoint
CREATE INDEX "user_subscriptions_plan" ON "user_subscriptions" USING btree ("plan_id") WHERE "user_subscriptions"."status" <> 'cancelled';