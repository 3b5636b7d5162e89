CREATE TABLE "backup_runs" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"kind" varchar(20) NOT NULL,
	"outcome" varchar(20) DEFAULT 'running' NOT NULL,
	"location" text NOT NULL,
	"size_bytes" bigint,
	"recovery_point" timestamp with time zone,
	"detail" text,
	"started_at" timestamp with time zone NOT NULL,
	"finished_at" timestamp with time zone
);
--> statement-breakpoint
CREATE INDEX "backup_runs_newest" ON "backup_runs" USING btree ("kind","started_at");