-- What staff search by and filter from here on.
DROP INDEX CONCURRENTLY IF EXISTS "billing_details_company_search";
--> statement-breakpoint
CREATE INDEX CONCURRENTLY "billing_details_company_search" ON "billing_details" USING btree (search_key("company_name") text_pattern_ops);
--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "billing_details_tax_id_search";
--> statement-breakpoint
CREATE INDEX CONCURRENTLY "billing_details_tax_id_search" ON "billing_details" USING btree (search_key("tax_id") text_pattern_ops);
--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "lines_ont_serial";
--> statement-breakpoint
CREATE UNIQUE INDEX CONCURRENTLY "lines_ont_serial" ON "lines" USING btree ("ont_serial") WHERE "lines"."ont_serial" is not null;
--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "lines_ont_mac";
--> statement-breakpoint
CREATE INDEX CONCURRENTLY "lines_ont_mac" ON "lines" USING btree ("ont_mac") WHERE "lines"."ont_mac" is not null;
