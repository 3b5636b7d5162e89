CREATE TABLE "payment_disputes" (
	"payment_id" uuid PRIMARY KEY NOT NULL,
	"opened_at" timestamp with time zone NOT NULL,
	"due_at" timestamp with time zone,
	"outcome" varchar(10),
	"closed_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "customer_areas" (
	"user_id" integer PRIMARY KEY NOT NULL,
	"area" varchar(100) NOT NULL,
	"changed_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "outage_compensation_lines" (
	"incident_id" uuid NOT NULL,
	"subscription_id" uuid NOT NULL,
	"user_id" integer NOT NULL,
	"lost_ms" bigint NOT NULL,
	"state" varchar(10) DEFAULT 'waiting' NOT NULL,
	"reason" varchar(500),
	"excluded_by" integer,
	"paid_until" timestamp with time zone,
	"changed_at" timestamp with time zone NOT NULL,
	CONSTRAINT "outage_compensation_lines_incident_id_subscription_id_pk" PRIMARY KEY("incident_id","subscription_id")
);
--> statement-breakpoint
CREATE TABLE "outage_compensations" (
	"incident_id" uuid PRIMARY KEY NOT NULL,
	"state" varchar(10) DEFAULT 'listing' NOT NULL,
	"area" varchar(100) NOT NULL,
	"starts_at" timestamp with time zone NOT NULL,
	"ends_at" timestamp with time zone NOT NULL,
	"listed_until" uuid,
	"apply_at" timestamp with time zone NOT NULL,
	"applied_by" integer,
	"created_at" timestamp with time zone NOT NULL,
	"done_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "service_areas" (
	"name" varchar(100) PRIMARY KEY NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "outbox_messages" ADD COLUMN "provider" varchar(20);--> statement-breakpoint
ALTER TABLE "outbox_messages" ADD COLUMN "provider_message_id" varchar(100);--> statement-breakpoint
ALTER TABLE "outbox_messages" ADD COLUMN "delivery" varchar(12);--> statement-breakpoint
ALTER TABLE "outbox_messages" ADD COLUMN "reported_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "payment_disputes" ADD CONSTRAINT "payment_disputes_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "customer_areas" ADD CONSTRAINT "customer_areas_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "customer_areas" ADD CONSTRAINT "customer_areas_area_service_areas_name_fk" FOREIGN KEY ("area") REFERENCES "public"."service_areas"("name") ON DELETE no action ON UPDATE cascade;--> statement-breakpoint
ALTER TABLE "outage_compensation_lines" ADD CONSTRAINT "outage_compensation_lines_incident_id_outage_compensations_incident_id_fk" FOREIGN KEY ("incident_id") REFERENCES "public"."outage_compensations"("incident_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "outage_compensation_lines" ADD CONSTRAINT "outage_compensation_lines_subscription_id_user_subscriptions_id_fk" FOREIGN KEY ("subscription_id") REFERENCES "public"."user_subscriptions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "outage_compensation_lines" ADD CONSTRAINT "outage_compensation_lines_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "outage_compensation_lines" ADD CONSTRAINT "outage_compensation_lines_excluded_by_users_id_fk" FOREIGN KEY ("excluded_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "outage_compensations" ADD CONSTRAINT "outage_compensations_incident_id_network_incidents_id_fk" FOREIGN KEY ("incident_id") REFERENCES "public"."network_incidents"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "outage_compensations" ADD CONSTRAINT "outage_compensations_applied_by_users_id_fk" FOREIGN KEY ("applied_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "payment_disputes_open" ON "payment_disputes" USING btree ("due_at") WHERE "payment_disputes"."outcome" is null;--> statement-breakpoint
CREATE INDEX "customer_areas_area" ON "customer_areas" USING btree ("area","user_id");--> statement-breakpoint
CREATE INDEX "outage_compensation_lines_waiting" ON "outage_compensation_lines" USING btree ("incident_id","subscription_id") WHERE "outage_compensation_lines"."state" = 'waiting';--> statement-breakpoint
CREATE INDEX "outage_compensation_lines_line" ON "outage_compensation_lines" USING btree ("subscription_id");--> statement-breakpoint
CREATE INDEX "outage_compensation_lines_customer" ON "outage_compensation_lines" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "outage_compensations_unfinished" ON "outage_compensations" USING btree ("created_at") WHERE "outage_compensations"."state" <> 'done';--> statement-breakpoint
CREATE UNIQUE INDEX "service_areas_spelling" ON "service_areas" USING btree (lower("name"));--> statement-breakpoint
CREATE INDEX "outbox_messages_provider" ON "outbox_messages" USING btree ("provider","provider_message_id") WHERE "outbox_messages"."provider_message_id" is not null;--> statement-breakpoint
CREATE INDEX "outbox_messages_fallback" ON "outbox_messages" USING btree ("expires_at") WHERE "outbox_messages"."fallback" is not null;--> statement-breakpoint
INSERT INTO "service_areas" ("name") SELECT DISTINCT ON (lower(btrim("area"))) btrim("area") FROM "network_incidents" ORDER BY lower(btrim("area")) ON CONFLICT DO NOTHING;
