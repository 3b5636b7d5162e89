CREATE TABLE "bulk_action_rows" (
	"bulk_action_id" uuid NOT NULL,
	"user_id" integer NOT NULL,
	"outcome" varchar(10) DEFAULT 'waiting' NOT NULL,
	"reason" varchar(200),
	"created_at" timestamp with time zone NOT NULL,
	"changed_at" timestamp with time zone,
	CONSTRAINT "bulk_action_rows_bulk_action_id_user_id_pk" PRIMARY KEY("bulk_action_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "bulk_actions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"action" jsonb NOT NULL,
	"filter" jsonb,
	"state" varchar(20) NOT NULL,
	"total" integer NOT NULL,
	"done" integer DEFAULT 0 NOT NULL,
	"skipped" integer DEFAULT 0 NOT NULL,
	"failed" integer DEFAULT 0 NOT NULL,
	"sum" numeric(14, 2),
	"requested_by" integer NOT NULL,
	"decided_by" integer,
	"decision_reason" varchar(500),
	"cancelled_by" integer,
	"created_at" timestamp with time zone NOT NULL,
	"finished_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "saved_filters" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"list" varchar(10) NOT NULL,
	"name" varchar(60) NOT NULL,
	"query" varchar(500) NOT NULL,
	"owner_id" integer NOT NULL,
	"is_shared" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "area_traffic" (
	"area" varchar(100) NOT NULL,
	"hour" timestamp with time zone NOT NULL,
	"counted_at" timestamp with time zone NOT NULL,
	"download_bytes" bigint NOT NULL,
	"upload_bytes" bigint NOT NULL,
	CONSTRAINT "area_traffic_area_hour_pk" PRIMARY KEY("area","hour")
);
--> statement-breakpoint
ALTER TABLE "lines" ADD COLUMN "ont_serial" varchar(32);
--> statement-breakpoint
ALTER TABLE "lines" ADD COLUMN "ont_mac" varchar(12);
--> statement-breakpoint
ALTER TABLE "service_areas" ADD COLUMN "uplink_mbps" integer;
--> statement-breakpoint
ALTER TABLE "service_areas" ADD COLUMN "line_ports" integer;
--> statement-breakpoint
ALTER TABLE "bulk_action_rows" ADD CONSTRAINT "bulk_action_rows_bulk_action_id_bulk_actions_id_fk" FOREIGN KEY ("bulk_action_id") REFERENCES "public"."bulk_actions"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "bulk_action_rows" ADD CONSTRAINT "bulk_action_rows_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "bulk_actions" ADD CONSTRAINT "bulk_actions_requested_by_users_id_fk" FOREIGN KEY ("requested_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "bulk_actions" ADD CONSTRAINT "bulk_actions_decided_by_users_id_fk" FOREIGN KEY ("decided_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "bulk_actions" ADD CONSTRAINT "bulk_actions_cancelled_by_users_id_fk" FOREIGN KEY ("cancelled_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "saved_filters" ADD CONSTRAINT "saved_filters_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "area_traffic" ADD CONSTRAINT "area_traffic_area_service_areas_name_fk" FOREIGN KEY ("area") REFERENCES "public"."service_areas"("name") ON DELETE cascade ON UPDATE cascade;
--> statement-breakpoint
CREATE INDEX "bulk_action_rows_waiting" ON "bulk_action_rows" USING btree ("bulk_action_id","user_id") WHERE "bulk_action_rows"."outcome" = 'waiting';
--> statement-breakpoint
CREATE INDEX "bulk_action_rows_created" ON "bulk_action_rows" USING btree ("created_at");
--> statement-breakpoint
CREATE INDEX "bulk_actions_newest" ON "bulk_actions" USING btree ("created_at","id");
--> statement-breakpoint
CREATE INDEX "bulk_actions_running" ON "bulk_actions" USING btree ("created_at") WHERE "bulk_actions"."state" = 'running';
--> statement-breakpoint
CREATE UNIQUE INDEX "saved_filters_own" ON "saved_filters" USING btree ("owner_id","list",lower("name")) WHERE not "saved_filters"."is_shared";
--> statement-breakpoint
CREATE UNIQUE INDEX "saved_filters_shared" ON "saved_filters" USING btree ("list",lower("name")) WHERE "saved_filters"."is_shared";
--> statement-breakpoint
CREATE INDEX "area_traffic_hour" ON "area_traffic" USING btree ("hour");
--> statement-breakpoint
INSERT INTO "staff_role_permissions" ("role", "permission") VALUES
	('manager', 'bulk-actions:read'),
	('manager', 'bulk-actions:write'),
	('manager', 'filters:share'),
	('manager', 'filters:write'),
	('support', 'filters:write'),
	('billing', 'bulk-actions:read'),
	('billing', 'bulk-actions:write'),
	('billing', 'filters:write'),
	('sales', 'bulk-actions:read'),
	('sales', 'bulk-actions:write'),
	('sales', 'filters:write'),
	('network', 'filters:write'),
	('technician', 'filters:write'),
	('auditor', 'bulk-actions:read')
ON CONFLICT DO NOTHING;
