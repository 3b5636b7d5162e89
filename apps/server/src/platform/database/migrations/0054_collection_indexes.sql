-- Repeated from here when it was interrupted.
DROP INDEX CONCURRENTLY IF EXISTS "invoices_overdue";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "invoices_overdue" ON "invoices" USING btree ("due_at") WHERE "invoices"."status" = 'open';--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "user_subscriptions_off";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "user_subscriptions_off" ON "user_subscriptions" USING btree ("next_renewal") WHERE "user_subscriptions"."status" = 'suspended';--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "payment_promises_ended";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "payment_promises_ended" ON "payment_promises" USING btree ("decided_at") WHERE "payment_promises"."state" in ('kept', 'broken');
