CREATE TABLE "data_credits" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"line_id" integer NOT NULL,
	"period" varchar(7) NOT NULL,
	"gigabytes" integer NOT NULL,
	"reason" varchar(500) NOT NULL,
	"staff_id" integer NOT NULL,
	"client_request_id" varchar(64) NOT NULL,
	"credited_at" timestamp with time zone NOT NULL,
	CONSTRAINT "data_credits_once" UNIQUE("staff_id","client_request_id")
);
--> statement-breakpoint
ALTER TABLE "usage_data" ADD COLUMN "free_bytes" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "service_plans" ADD COLUMN "at_limit" varchar(10) DEFAULT 'nothing' NOT NULL;--> statement-breakpoint
ALTER TABLE "service_plans" ADD COLUMN "limit_download_mbps" integer;--> statement-breakpoint
ALTER TABLE "service_plans" ADD COLUMN "limit_upload_mbps" integer;--> statement-breakpoint
ALTER TABLE "service_plans" ADD COLUMN "free_from_hour" smallint;--> statement-breakpoint
ALTER TABLE "service_plans" ADD COLUMN "free_until_hour" smallint;--> statement-breakpoint
ALTER TABLE "network_lines" ADD COLUMN "limit_reached_period" varchar(7);--> statement-breakpoint
ALTER TABLE "network_lines" ADD COLUMN "limited" varchar(10);--> statement-breakpoint
ALTER TABLE "network_lines" ADD COLUMN "limited_download_mbps" integer;--> statement-breakpoint
ALTER TABLE "network_lines" ADD COLUMN "limited_upload_mbps" integer;--> statement-breakpoint
ALTER TABLE "radius_actions" ADD COLUMN "upload_mbps" integer;--> statement-breakpoint
ALTER TABLE "radius_actions" ADD COLUMN "limited" varchar(10);--> statement-breakpoint
ALTER TABLE "usage_days" ADD COLUMN "free_bytes" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "data_credits" ADD CONSTRAINT "data_credits_line_id_lines_id_fk" FOREIGN KEY ("line_id") REFERENCES "public"."lines"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "data_credits" ADD CONSTRAINT "data_credits_staff_id_users_id_fk" FOREIGN KEY ("staff_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "data_credits_month" ON "data_credits" USING btree ("line_id","period");--> statement-breakpoint
-- Who may add data to a customer's month until an owner changes it.
INSERT INTO "staff_role_permissions" ("role", "permission") VALUES
	('manager', 'data-credits:write'), ('support', 'data-credits:write'), ('network', 'data-credits:write')
ON CONFLICT DO NOTHING;
