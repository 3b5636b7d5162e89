CREATE TABLE "security_events" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"event" varchar(60) NOT NULL,
	"actor" varchar(100) NOT NULL,
	"source" varchar(16),
	"detail" varchar(200) NOT NULL,
	"count" integer NOT NULL,
	"first_at" timestamp with time zone NOT NULL,
	"last_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "siem_cursors" (
	"stream" varchar(20) PRIMARY KEY NOT NULL,
	"sent_id" bigint NOT NULL,
	"sent_at" timestamp with time zone,
	"leased_by" varchar(32),
	"leased_until" timestamp with time zone
);
--> statement-breakpoint
CREATE INDEX "security_events_age" ON "security_events" USING brin ("last_at");