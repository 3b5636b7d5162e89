CREATE TABLE "address_papers" (
	"number" varchar(30) PRIMARY KEY NOT NULL,
	"year" integer NOT NULL,
	"sequence" integer NOT NULL,
	"code" varchar(16) NOT NULL,
	"facts_key" varchar(43) NOT NULL,
	"address" varchar(45) NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"case_number" varchar(60) NOT NULL,
	"account_numbers" varchar(20)[] NOT NULL,
	"issued_at" timestamp with time zone NOT NULL,
	"issued_by" integer NOT NULL,
	CONSTRAINT "address_papers_facts" UNIQUE("facts_key"),
	CONSTRAINT "address_papers_sequence" UNIQUE("year","sequence")
);
--> statement-breakpoint
CREATE TABLE "session_waves" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"nas" varchar(253) NOT NULL,
	"per_wave" integer NOT NULL,
	"every_seconds" integer NOT NULL,
	"sessions" integer NOT NULL,
	"reason" varchar(500) NOT NULL,
	"state" varchar(10) DEFAULT 'running' NOT NULL,
	"started_by" integer NOT NULL,
	"started_at" timestamp with time zone NOT NULL,
	"stopped_by" integer,
	"stopped_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "radius_actions" ADD COLUMN "wave_id" uuid;--> statement-breakpoint
ALTER TABLE "usage_sessions" ADD COLUMN "nas_port" varchar(64);--> statement-breakpoint
ALTER TABLE "usage_sessions" ADD COLUMN "delegated_prefix" varchar(43);--> statement-breakpoint
ALTER TABLE "usage_sessions" ADD COLUMN "framed_prefix" varchar(43);--> statement-breakpoint
ALTER TABLE "usage_sessions" ADD COLUMN "first_packet_at" timestamp with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "address_papers" ADD CONSTRAINT "address_papers_issued_by_users_id_fk" FOREIGN KEY ("issued_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "session_waves" ADD CONSTRAINT "session_waves_started_by_users_id_fk" FOREIGN KEY ("started_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "session_waves" ADD CONSTRAINT "session_waves_stopped_by_users_id_fk" FOREIGN KEY ("stopped_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "session_waves_running" ON "session_waves" USING btree ("nas") WHERE "session_waves"."state" = 'running';--> statement-breakpoint
CREATE INDEX "session_waves_newest" ON "session_waves" USING btree ("started_at");--> statement-breakpoint
-- Of the table alone, in a moment: its months get theirs one by one, without a lock (partitions/build-indexes.ts).
CREATE INDEX "usage_sessions_open_newest" ON ONLY "usage_sessions" USING btree ("first_packet_at") WHERE "usage_sessions"."ended_at" is null;--> statement-breakpoint
CREATE INDEX "usage_sessions_ended" ON ONLY "usage_sessions" USING btree ("ended_at","nas") WHERE "usage_sessions"."ended_at" is not null;--> statement-breakpoint
CREATE INDEX "usage_sessions_line" ON ONLY "usage_sessions" USING btree ("user_id","ended_at") WHERE "usage_sessions"."ended_at" is not null;--> statement-breakpoint
CREATE INDEX "usage_sessions_address" ON ONLY "usage_sessions" USING btree ("framed_address","ended_at") WHERE "usage_sessions"."framed_address" is not null;--> statement-breakpoint
CREATE INDEX "usage_sessions_mac" ON ONLY "usage_sessions" USING btree (lower(regexp_replace("calling_station", '[^0-9A-Fa-f]', '', 'g')),"ended_at") WHERE "usage_sessions"."calling_station" is not null;--> statement-breakpoint
CREATE INDEX "usage_sessions_delegated" ON ONLY "usage_sessions" USING btree ("delegated_prefix","ended_at") WHERE "usage_sessions"."delegated_prefix" is not null;--> statement-breakpoint
CREATE INDEX "usage_sessions_framed_prefix" ON ONLY "usage_sessions" USING btree ("framed_prefix","ended_at") WHERE "usage_sessions"."framed_prefix" is not null;--> statement-breakpoint
-- What roles may do is theirs to change: the new permissions go to those that would have them at first.
INSERT INTO "staff_role_permissions" ("role", "permission") VALUES
	('manager', 'sessions:end'), ('manager', 'sessions:read'),
	('support', 'sessions:end'), ('support', 'sessions:read'),
	('network', 'sessions:end'), ('network', 'sessions:read'),
	('technician', 'sessions:read'),
	('auditor', 'sessions:read')
ON CONFLICT DO NOTHING;
