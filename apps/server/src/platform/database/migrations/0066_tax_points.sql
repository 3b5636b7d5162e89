-- Alone, and without a transaction: invoices go on being written meanwhile.
DROP INDEX CONCURRENTLY IF EXISTS "invoices_paid";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "invoices_paid" ON "invoices" USING btree ("paid_at") WHERE "invoices"."paid_at" is not null;--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "credit_notes_issued";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "credit_notes_issued" ON "credit_notes" USING btree ("issued_at");
