ALTER TABLE "usage_sessions" ADD COLUMN "is_silent" boolean DEFAULT false NOT NULL;--> statement-breakpoint
-- Of the table alone, in a moment: its months get theirs one by one, without a lock (partitions/build-indexes.ts).
CREATE INDEX "usage_sessions_silent" ON ONLY "usage_sessions" USING btree ("first_packet_at") WHERE "usage_sessions"."ended_at" is null and "usage_sessions"."is_silent";
