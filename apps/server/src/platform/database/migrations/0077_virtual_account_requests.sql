-- Repeated from here when it was interrupted.
DROP INDEX CONCURRENTLY IF EXISTS "virtual_account_requests_account";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "virtual_account_requests_account" ON "virtual_account_requests" USING btree ("account_id","created_at");
