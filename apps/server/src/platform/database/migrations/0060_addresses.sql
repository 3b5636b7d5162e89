CREATE TABLE "subscription_addons" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"subscription_id" uuid NOT NULL,
	"product_id" uuid NOT NULL,
	"name" varchar(100) NOT NULL,
	"monthly_fee" numeric(10, 2) NOT NULL,
	"charged_through" integer NOT NULL,
	"last_period" integer,
	"started_by" integer NOT NULL,
	"started_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "address_pools" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"name" varchar(60) NOT NULL,
	"kind" varchar(20) NOT NULL,
	"purpose" varchar(10) NOT NULL,
	"network" "cidr" NOT NULL,
	"prefix_length" smallint,
	"framed_pool" varchar(64),
	"plan_id" uuid,
	"created_at" timestamp with time zone NOT NULL,
	"retired_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "fixed_addresses" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"pool_id" uuid NOT NULL,
	"line_id" integer NOT NULL,
	"addon_id" uuid NOT NULL,
	"kind" varchar(20) NOT NULL,
	"address" "inet" NOT NULL,
	"given_by" integer NOT NULL,
	"starts_at" timestamp with time zone NOT NULL,
	"ends_at" timestamp with time zone,
	"free_from" timestamp with time zone,
	CONSTRAINT "fixed_addresses_forward" CHECK ("fixed_addresses"."ends_at" >= "fixed_addresses"."starts_at" and "fixed_addresses"."free_from" >= "fixed_addresses"."ends_at")
);
--> statement-breakpoint
ALTER TABLE "charge_products" ADD COLUMN "monthly_for" varchar(20);--> statement-breakpoint
ALTER TABLE "invoiced_periods" ADD COLUMN "addon_id" uuid;--> statement-breakpoint
ALTER TABLE "subscription_addons" ADD CONSTRAINT "subscription_addons_subscription_id_user_subscriptions_id_fk" FOREIGN KEY ("subscription_id") REFERENCES "public"."user_subscriptions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "subscription_addons" ADD CONSTRAINT "subscription_addons_product_id_charge_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."charge_products"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "subscription_addons" ADD CONSTRAINT "subscription_addons_started_by_users_id_fk" FOREIGN KEY ("started_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "address_pools" ADD CONSTRAINT "address_pools_plan_id_service_plans_id_fk" FOREIGN KEY ("plan_id") REFERENCES "public"."service_plans"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "fixed_addresses" ADD CONSTRAINT "fixed_addresses_pool_id_address_pools_id_fk" FOREIGN KEY ("pool_id") REFERENCES "public"."address_pools"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "fixed_addresses" ADD CONSTRAINT "fixed_addresses_line_id_lines_id_fk" FOREIGN KEY ("line_id") REFERENCES "public"."lines"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "fixed_addresses" ADD CONSTRAINT "fixed_addresses_addon_id_subscription_addons_id_fk" FOREIGN KEY ("addon_id") REFERENCES "public"."subscription_addons"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "fixed_addresses" ADD CONSTRAINT "fixed_addresses_given_by_users_id_fk" FOREIGN KEY ("given_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "subscription_addons_one_open" ON "subscription_addons" USING btree ("subscription_id","product_id") WHERE "subscription_addons"."ended_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "address_pools_name" ON "address_pools" USING btree (lower("name"));--> statement-breakpoint
CREATE UNIQUE INDEX "address_pools_framed" ON "address_pools" USING btree (lower("framed_pool")) WHERE "address_pools"."retired_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "address_pools_plan" ON "address_pools" USING btree ("plan_id") WHERE "address_pools"."retired_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "fixed_addresses_of_line" ON "fixed_addresses" USING btree ("line_id","kind") WHERE "fixed_addresses"."ends_at" is null;--> statement-breakpoint
CREATE INDEX "fixed_addresses_line" ON "fixed_addresses" USING btree ("line_id","starts_at");--> statement-breakpoint
CREATE INDEX "fixed_addresses_pool" ON "fixed_addresses" USING btree ("pool_id","starts_at","id");--> statement-breakpoint
CREATE INDEX "fixed_addresses_addon" ON "fixed_addresses" USING btree ("addon_id");--> statement-breakpoint
-- By hand: two pools in use share no address, and an address has one line at any time, its quarantine included.
ALTER TABLE "address_pools" ADD CONSTRAINT "address_pools_apart" EXCLUDE USING gist ("network" inet_ops WITH &&) WHERE ("retired_at" IS NULL);--> statement-breakpoint
ALTER TABLE "fixed_addresses" ADD CONSTRAINT "fixed_addresses_once" EXCLUDE USING gist ("address" inet_ops WITH &&, tstzrange("starts_at", "free_from") WITH &&);--> statement-breakpoint
-- By hand: who may give a line a fixed address until an owner changes it.
INSERT INTO "staff_role_permissions" ("role", "permission") VALUES
	('manager', 'line-addresses:write'),
	('network', 'line-addresses:write'),
	('support', 'line-addresses:write')
ON CONFLICT DO NOTHING;
