CREATE TABLE "security_incident_entries" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"incident_id" uuid NOT NULL,
	"kind" varchar(10) NOT NULL,
	"duty" varchar(20),
	"facts" jsonb,
	"text" text NOT NULL,
	"author_id" integer NOT NULL,
	"client_entry_id" varchar(64) NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "security_incident_entries_client" UNIQUE("incident_id","author_id","client_entry_id")
);
--> statement-breakpoint
CREATE TABLE "security_incidents" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"number" bigserial NOT NULL,
	"kind" varchar(30) NOT NULL,
	"title" varchar(200) NOT NULL,
	"noticed_at" timestamp with time zone NOT NULL,
	"audit_record_id" bigint,
	"opened_by" integer NOT NULL,
	"opened_at" timestamp with time zone DEFAULT now() NOT NULL,
	"client_incident_id" varchar(64) NOT NULL,
	CONSTRAINT "security_incidents_number_unique" UNIQUE("number"),
	CONSTRAINT "security_incidents_once" UNIQUE("opened_by","client_incident_id")
);
--> statement-breakpoint
CREATE TABLE "customer_views" (
	"actor_id" integer NOT NULL,
	"user_id" integer NOT NULL,
	"viewed_at" timestamp with time zone NOT NULL,
	CONSTRAINT "customer_views_actor_id_user_id_pk" PRIMARY KEY("actor_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "grievances" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"number" bigserial NOT NULL,
	"user_id" integer NOT NULL,
	"what" text NOT NULL,
	"since" varchar(200) NOT NULL,
	"wanted" text NOT NULL,
	"status" varchar(10) DEFAULT 'received' NOT NULL,
	"received_at" timestamp with time zone NOT NULL,
	"due_at" timestamp with time zone NOT NULL,
	"finding" varchar(20),
	"answer" text,
	"answered_by" integer,
	"answered_at" timestamp with time zone,
	"outcome" varchar(20),
	"closed_by" integer,
	"closed_at" timestamp with time zone,
	"client_grievance_id" varchar(64) NOT NULL,
	CONSTRAINT "grievances_number_unique" UNIQUE("number"),
	CONSTRAINT "grievances_once" UNIQUE("user_id","client_grievance_id")
);
--> statement-breakpoint
CREATE TABLE "consent_records" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"user_id" integer NOT NULL,
	"consent" varchar(20) NOT NULL,
	"given" boolean NOT NULL,
	"text_version" varchar(10) NOT NULL,
	"source" varchar(20) NOT NULL,
	"actor_id" integer,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "outbox_messages" ADD COLUMN "user_id" integer;--> statement-breakpoint
ALTER TABLE "security_incident_entries" ADD CONSTRAINT "security_incident_entries_incident_id_security_incidents_id_fk" FOREIGN KEY ("incident_id") REFERENCES "public"."security_incidents"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "security_incident_entries" ADD CONSTRAINT "security_incident_entries_author_id_users_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "security_incidents" ADD CONSTRAINT "security_incidents_opened_by_users_id_fk" FOREIGN KEY ("opened_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "customer_views" ADD CONSTRAINT "customer_views_actor_id_users_id_fk" FOREIGN KEY ("actor_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "customer_views" ADD CONSTRAINT "customer_views_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "grievances" ADD CONSTRAINT "grievances_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "grievances" ADD CONSTRAINT "grievances_answered_by_users_id_fk" FOREIGN KEY ("answered_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "grievances" ADD CONSTRAINT "grievances_closed_by_users_id_fk" FOREIGN KEY ("closed_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "consent_records" ADD CONSTRAINT "consent_records_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "consent_records" ADD CONSTRAINT "consent_records_actor_id_users_id_fk" FOREIGN KEY ("actor_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "security_incident_entries_duty" ON "security_incident_entries" USING btree ("incident_id","duty") WHERE "security_incident_entries"."duty" <> 'ncc-update';--> statement-breakpoint
CREATE UNIQUE INDEX "security_incident_entries_end" ON "security_incident_entries" USING btree ("incident_id","kind") WHERE "security_incident_entries"."kind" in ('contained', 'closed');--> statement-breakpoint
CREATE INDEX "security_incident_entries_of" ON "security_incident_entries" USING btree ("incident_id","id");--> statement-breakpoint
CREATE INDEX "grievances_due" ON "grievances" USING btree ("due_at") WHERE "grievances"."status" = 'received';--> statement-breakpoint
CREATE INDEX "grievances_status" ON "grievances" USING btree ("status","number");--> statement-breakpoint
CREATE INDEX "consent_records_latest" ON "consent_records" USING btree ("user_id","consent","id");--> statement-breakpoint
CREATE FUNCTION refuse_changed_register() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	RAISE EXCEPTION '% is only added to', TG_TABLE_NAME;
END $$;
--> statement-breakpoint
CREATE TRIGGER "consent_records_append_only" BEFORE UPDATE OR DELETE OR TRUNCATE ON "consent_records" FOR EACH STATEMENT EXECUTE FUNCTION refuse_changed_register();
--> statement-breakpoint
CREATE TRIGGER "security_incidents_append_only" BEFORE UPDATE OR DELETE OR TRUNCATE ON "security_incidents" FOR EACH STATEMENT EXECUTE FUNCTION refuse_changed_register();
--> statement-breakpoint
CREATE TRIGGER "security_incident_entries_append_only" BEFORE UPDATE OR DELETE OR TRUNCATE ON "security_incident_entries" FOR EACH STATEMENT EXECUTE FUNCTION refuse_changed_register();
--> statement-breakpoint
-- The release before knows one choice for all channels, and reads and writes it in this column. What a
-- customer chooses there is logged; this release writes the log first, and then the trigger finds it.
CREATE FUNCTION log_choice_of_offers() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	consented varchar[];
	channels constant varchar[] := ARRAY['marketing-email', 'marketing-sms', 'marketing-push'];
BEGIN
	IF TG_OP = 'UPDATE' AND NEW."promotional_offers" = OLD."promotional_offers" THEN
		RETURN NULL;
	END IF;
	SELECT coalesce(array_agg(channel), '{}') INTO consented FROM unnest(channels) channel WHERE (
		SELECT "given" FROM "consent_records" WHERE "user_id" = NEW."user_id" AND "consent" = channel ORDER BY "id" DESC LIMIT 1
	);
	IF NEW."promotional_offers" = (cardinality(consented) = cardinality(channels)) THEN
		RETURN NULL;
	END IF;
	INSERT INTO "consent_records" ("user_id", "consent", "given", "text_version", "source", "actor_id", "created_at")
		SELECT NEW."user_id", channel, NEW."promotional_offers", '0', 'profile', NEW."user_id", NEW."updated_at"
		FROM unnest(channels) channel WHERE (channel = ANY (consented)) <> NEW."promotional_offers";
	RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER "notification_choices_offers" AFTER INSERT OR UPDATE OF "promotional_offers" ON "notification_choices" FOR EACH ROW EXECUTE FUNCTION log_choice_of_offers();
--> statement-breakpoint
-- The lock of the trigger has waited for whoever was choosing meanwhile.
INSERT INTO "consent_records" ("user_id", "consent", "given", "text_version", "source", "actor_id", "created_at")
	SELECT "user_id", channel, true, '0', 'profile', "user_id", "updated_at"
	FROM "notification_choices", unnest(ARRAY['marketing-email', 'marketing-sms', 'marketing-push']) channel
	WHERE "promotional_offers";
--> statement-breakpoint
INSERT INTO "staff_role_permissions" ("role", "permission") VALUES
	('manager', 'grievances:read'),
	('manager', 'grievances:write'),
	('manager', 'security-incidents:read'),
	('manager', 'security-incidents:write'),
	('auditor', 'grievances:read'),
	('auditor', 'security-incidents:read')
ON CONFLICT DO NOTHING;
