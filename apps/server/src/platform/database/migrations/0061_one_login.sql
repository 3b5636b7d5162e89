CREATE TABLE "shared_logins" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"line_id" integer NOT NULL,
	"first_at" timestamp with time zone NOT NULL,
	"last_at" timestamp with time zone NOT NULL,
	"times" integer NOT NULL,
	"devices" jsonb NOT NULL,
	"dismissed_at" timestamp with time zone,
	"dismissed_by" integer,
	"dismiss_reason" varchar(500)
);
--> statement-breakpoint
ALTER TABLE "service_plans" ADD COLUMN "sessions_at_once" smallint DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "service_plans" ADD COLUMN "session_rule" varchar(6) DEFAULT 'newest' NOT NULL;--> statement-breakpoint
ALTER TABLE "service_plans" ADD COLUMN "mac_lock" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "network_lines" ADD COLUMN "locked_mac" varchar(12);--> statement-breakpoint
ALTER TABLE "network_lines" ADD COLUMN "locked_mac_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "network_lines" ADD COLUMN "mac_reset_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "network_lines" ADD COLUMN "refused_mac" varchar(12);--> statement-breakpoint
ALTER TABLE "network_lines" ADD COLUMN "refused_for" varchar(10);--> statement-breakpoint
ALTER TABLE "network_lines" ADD COLUMN "refused_mac_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "shared_logins" ADD CONSTRAINT "shared_logins_line_id_lines_id_fk" FOREIGN KEY ("line_id") REFERENCES "public"."lines"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shared_logins" ADD CONSTRAINT "shared_logins_dismissed_by_users_id_fk" FOREIGN KEY ("dismissed_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "shared_logins_open" ON "shared_logins" USING btree ("line_id") WHERE "shared_logins"."dismissed_at" is null;--> statement-breakpoint
CREATE INDEX "shared_logins_line" ON "shared_logins" USING btree ("line_id");--> statement-breakpoint
CREATE INDEX "shared_logins_suggested" ON "shared_logins" USING btree ("last_at","id") WHERE "shared_logins"."dismissed_at" is null and "shared_logins"."times" >= 2;--> statement-breakpoint
CREATE INDEX "shared_logins_latest" ON "shared_logins" USING btree ("last_at","id");