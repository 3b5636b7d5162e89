-- The index may have been left half-made by a start that was stopped.
DROP INDEX CONCURRENTLY IF EXISTS "support_tickets_sender";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "support_tickets_sender" ON "support_tickets" USING btree ("sender_email","created_at") WHERE "support_tickets"."sender_email" is not null;
