-- The search indexes hold what `search_key` was before 0036.
DROP INDEX CONCURRENTLY IF EXISTS "users_first_name_search";
--> statement-breakpoint
CREATE INDEX CONCURRENTLY "users_first_name_search" ON "users" USING btree (search_key("first_name") text_pattern_ops);
--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "users_last_name_search";
--> statement-breakpoint
CREATE INDEX CONCURRENTLY "users_last_name_search" ON "users" USING btree (search_key("last_name") text_pattern_ops);
--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "users_email_search";
--> statement-breakpoint
CREATE INDEX CONCURRENTLY "users_email_search" ON "users" USING btree (search_key("email") text_pattern_ops);
--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "billing_details_company_search";
--> statement-breakpoint
CREATE INDEX CONCURRENTLY "billing_details_company_search" ON "billing_details" USING btree (search_key("company_name") text_pattern_ops);
--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "billing_details_tax_id_search";
--> statement-breakpoint
CREATE INDEX CONCURRENTLY "billing_details_tax_id_search" ON "billing_details" USING btree (search_key("tax_id") text_pattern_ops);
--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "users_spelling";
--> statement-breakpoint
CREATE INDEX CONCURRENTLY "users_spelling" ON "users" USING gin (customer_spelling("first_name", "last_name", "email", "phone"));
