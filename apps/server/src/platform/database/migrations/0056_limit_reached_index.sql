-- Repeated from here when it was interrupted.
DROP INDEX CONCURRENTLY IF EXISTS "network_lines_limit_reached";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "network_lines_limit_reached" ON "network_lines" USING btree ("limit_reached_period","user_id") WHERE "network_lines"."limit_reached_period" is not null;
