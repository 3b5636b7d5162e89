-- Repeated from here when it was interrupted.
DROP INDEX CONCURRENTLY IF EXISTS "radius_actions_wave";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "radius_actions_wave" ON "radius_actions" USING btree ("wave_id","state") WHERE "radius_actions"."wave_id" is not null;
