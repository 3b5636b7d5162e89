CREATE TABLE "instances" (
	"id" varchar(40) PRIMARY KEY NOT NULL,
	"host_name" varchar(255) NOT NULL,
	"port" integer NOT NULL,
	"version" varchar(40) NOT NULL,
	"commit" varchar(60),
	"started_at" timestamp with time zone DEFAULT now() NOT NULL,
	"seen_at" timestamp with time zone DEFAULT now() NOT NULL,
	"stopped_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "job_runs" (
	"job" varchar(64) NOT NULL,
	"instance_id" varchar(40) NOT NULL,
	"started_at" timestamp with time zone NOT NULL,
	"finished_at" timestamp with time zone NOT NULL,
	"duration_ms" double precision NOT NULL,
	"outcome" varchar(10) NOT NULL,
	"error" varchar(300),
	"failures_in_row" integer NOT NULL,
	"last_success_at" timestamp with time zone,
	CONSTRAINT "job_runs_job_instance_id_pk" PRIMARY KEY("job","instance_id")
);
--> statement-breakpoint
ALTER TABLE "outbox_messages" ADD COLUMN "failed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "outbox_messages" ADD COLUMN "last_error" varchar(300);--> statement-breakpoint
CREATE INDEX "webhook_events_failed" ON "webhook_events" USING btree ("id") WHERE "webhook_events"."status" <> 'done' and "webhook_events"."last_error" is not null;--> statement-breakpoint
CREATE INDEX "outbox_messages_failed" ON "outbox_messages" USING btree ("channel","id") WHERE "outbox_messages"."failed_at" is not null;