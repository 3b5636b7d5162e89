-- Repeated from here when it was interrupted.
DROP INDEX CONCURRENTLY IF EXISTS "accounts_merged";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "accounts_merged" ON "accounts" USING btree ("merged_into") WHERE "accounts"."merged_into" is not null;--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "payment_methods_signature";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "payment_methods_signature" ON "payment_methods" USING btree ("card_signature") WHERE "payment_methods"."card_signature" is not null;
