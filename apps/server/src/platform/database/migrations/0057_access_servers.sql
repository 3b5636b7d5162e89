CREATE TABLE "access_server_minutes" (
	"address" varchar(45) NOT NULL,
	"minute" timestamp with time zone NOT NULL,
	"packets" integer DEFAULT 0 NOT NULL,
	"coa_done" integer DEFAULT 0 NOT NULL,
	"coa_refused" integer DEFAULT 0 NOT NULL,
	"coa_silent" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "access_server_minutes_address_minute_pk" PRIMARY KEY("address","minute")
);
--> statement-breakpoint
CREATE TABLE "access_servers" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"name" varchar(60) NOT NULL,
	"address" varchar(45) NOT NULL,
	"profile_id" uuid NOT NULL,
	"area" varchar(100),
	"encrypted_secret" varchar(300) NOT NULL,
	"encrypted_previous_secret" varchar(300) DEFAULT '' NOT NULL,
	"coa_port" integer DEFAULT 3799 NOT NULL,
	"taken_over_from" varchar(45),
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	"client_changed_at" timestamp with time zone NOT NULL,
	"retired_at" timestamp with time zone,
	"last_packet_at" timestamp with time zone,
	"clock_offset_ms" integer,
	CONSTRAINT "access_servers_taken_over_from_unique" UNIQUE("taken_over_from")
);
--> statement-breakpoint
CREATE TABLE "radius_client_fetches" (
	"address" varchar(45) PRIMARY KEY NOT NULL,
	"fetched_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "vendor_profiles" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"name" varchar(60) NOT NULL,
	"built_in" varchar(30),
	"templates" jsonb,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "vendor_profiles_built_in_unique" UNIQUE("built_in")
);
--> statement-breakpoint
ALTER TABLE "access_servers" ADD CONSTRAINT "access_servers_profile_id_vendor_profiles_id_fk" FOREIGN KEY ("profile_id") REFERENCES "public"."vendor_profiles"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "access_servers" ADD CONSTRAINT "access_servers_area_service_areas_name_fk" FOREIGN KEY ("area") REFERENCES "public"."service_areas"("name") ON DELETE no action ON UPDATE cascade;--> statement-breakpoint
CREATE UNIQUE INDEX "access_servers_name" ON "access_servers" USING btree (lower("name")) WHERE "access_servers"."retired_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "access_servers_address" ON "access_servers" USING btree ("address") WHERE "access_servers"."retired_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "vendor_profiles_spelling" ON "vendor_profiles" USING btree (lower("name"));--> statement-breakpoint
-- The profiles that come with the portal; what they say is in built-in-profiles.ts until somebody edits them.
INSERT INTO "vendor_profiles" ("name", "built_in") VALUES
	('MikroTik and WISPr', 'mikrotik-wispr'),
	('MikroTik', 'mikrotik'),
	('WISPr', 'wispr'),
	('Huawei', 'huawei'),
	('Cisco', 'cisco'),
	('Juniper', 'juniper'),
	('accel-ppp', 'accel-ppp')
ON CONFLICT DO NOTHING;
--> statement-breakpoint
-- Who may see and change access servers until an owner changes it.
INSERT INTO "staff_role_permissions" ("role", "permission") VALUES
	('manager', 'access-servers:read'), ('manager', 'access-servers:write'),
	('network', 'access-servers:read'), ('network', 'access-servers:write'),
	('technician', 'access-servers:read'),
	('auditor', 'access-servers:read')
ON CONFLICT DO NOTHING;
