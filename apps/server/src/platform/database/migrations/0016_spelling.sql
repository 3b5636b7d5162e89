-- Staff's search forgives typing errors from here on.
DROP INDEX CONCURRENTLY IF EXISTS "users_spelling";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "users_spelling" ON "users" USING gin (customer_spelling("first_name", "last_name", "email", "phone"));
