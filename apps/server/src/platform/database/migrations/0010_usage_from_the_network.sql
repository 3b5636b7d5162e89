CREATE TABLE "data_bundles" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"name" varchar(100) NOT NULL,
	"gigabytes" integer NOT NULL,
	"price" numeric(10, 2) NOT NULL,
	"position" integer NOT NULL,
	"is_active" boolean DEFAULT true NOT NULL,
	CONSTRAINT "data_bundles_name_unique" UNIQUE("name")
);
--> statement-breakpoint
CREATE TABLE "network_actions" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"user_id" integer NOT NULL,
	"username" varchar(253) NOT NULL,
	"kind" varchar(15) NOT NULL,
	"reason" varchar(15) NOT NULL,
	"nas" varchar(253) NOT NULL,
	"session_id" varchar(253) NOT NULL,
	"framed_address" varchar(45),
	"download_mbps" integer NOT NULL,
	"state" varchar(12) DEFAULT 'waiting' NOT NULL,
	"attempts" smallint DEFAULT 0 NOT NULL,
	"answer" varchar(200),
	"next_attempt_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "network_comparisons" (
	"day" date PRIMARY KEY NOT NULL,
	"compared_at" timestamp with time zone NOT NULL,
	"total" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "network_differences" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"day" date NOT NULL,
	"kind" varchar(20) NOT NULL,
	"user_id" integer,
	"username" varchar(253),
	"nas" varchar(253),
	"since" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "network_lines" (
	"user_id" integer PRIMARY KEY NOT NULL,
	"username" varchar(253) NOT NULL,
	"access" varchar(10) NOT NULL,
	"download_mbps" integer NOT NULL,
	"changed_at" timestamp with time zone NOT NULL,
	"last_accepted_at" timestamp with time zone,
	"last_refused_at" timestamp with time zone,
	CONSTRAINT "network_lines_username_unique" UNIQUE("username")
);
--> statement-breakpoint
CREATE TABLE "bought_bundles" (
	"payment_id" uuid PRIMARY KEY NOT NULL,
	"user_id" integer NOT NULL,
	"period" varchar(7) NOT NULL,
	"gigabytes" integer NOT NULL,
	"ended_at" timestamp with time zone,
	"bought_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "unusable_packets" (
	"reason" varchar(40) NOT NULL,
	"nas" varchar(253) NOT NULL,
	"username" varchar(253) NOT NULL,
	"packets" bigint DEFAULT 1 NOT NULL,
	"first_at" timestamp with time zone NOT NULL,
	"last_at" timestamp with time zone NOT NULL,
	"sample" text NOT NULL,
	CONSTRAINT "unusable_packets_reason_nas_username_pk" PRIMARY KEY("reason","nas","username")
);
--> statement-breakpoint
CREATE TABLE "usage_days" (
	"user_id" integer NOT NULL,
	"day" date NOT NULL,
	"download_bytes" bigint DEFAULT 0 NOT NULL,
	"upload_bytes" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "usage_days_user_id_day_pk" PRIMARY KEY("user_id","day")
);
--> statement-breakpoint
CREATE TABLE "usage_sessions" (
	"session_key" varchar(300) NOT NULL,
	"generation" smallint NOT NULL,
	"user_id" integer,
	"username" varchar(253) NOT NULL,
	"nas" varchar(253) NOT NULL,
	"session_id" varchar(253) NOT NULL,
	"framed_address" varchar(45),
	"calling_station" varchar(253),
	"download_bytes" bigint DEFAULT 0 NOT NULL,
	"upload_bytes" bigint DEFAULT 0 NOT NULL,
	"seconds" bigint DEFAULT 0 NOT NULL,
	"started_at" timestamp with time zone NOT NULL,
	"is_start_sure" boolean DEFAULT false NOT NULL,
	"last_event_at" timestamp with time zone NOT NULL,
	"heard_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone,
	"end_cause" varchar(40),
	"stopped" boolean DEFAULT false NOT NULL,
	"counted" jsonb NOT NULL,
	CONSTRAINT "usage_sessions_session_key_generation_pk" PRIMARY KEY("session_key","generation")
);
--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "bundle_id" uuid;--> statement-breakpoint
ALTER TABLE "usage_data" ADD COLUMN "download_bytes" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "usage_data" ADD COLUMN "upload_bytes" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "usage_data" ADD COLUMN "alerted_percent" smallint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "network_actions" ADD CONSTRAINT "network_actions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "network_differences" ADD CONSTRAINT "network_differences_day_network_comparisons_day_fk" FOREIGN KEY ("day") REFERENCES "public"."network_comparisons"("day") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "network_differences" ADD CONSTRAINT "network_differences_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "network_lines" ADD CONSTRAINT "network_lines_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bought_bundles" ADD CONSTRAINT "bought_bundles_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bought_bundles" ADD CONSTRAINT "bought_bundles_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "usage_days" ADD CONSTRAINT "usage_days_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "usage_sessions" ADD CONSTRAINT "usage_sessions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "network_actions_due" ON "network_actions" USING btree ("next_attempt_at") WHERE "network_actions"."state" = 'waiting';--> statement-breakpoint
CREATE INDEX "network_actions_state" ON "network_actions" USING btree ("state","id");--> statement-breakpoint
CREATE INDEX "network_actions_customer" ON "network_actions" USING btree ("user_id","id");--> statement-breakpoint
CREATE INDEX "network_differences_day" ON "network_differences" USING btree ("day","id");--> statement-breakpoint
CREATE INDEX "bought_bundles_month" ON "bought_bundles" USING btree ("user_id","period");--> statement-breakpoint
CREATE INDEX "unusable_packets_latest" ON "unusable_packets" USING btree ("last_at");--> statement-breakpoint
CREATE INDEX "usage_sessions_open" ON "usage_sessions" USING btree ("user_id") WHERE "usage_sessions"."ended_at" is null;--> statement-breakpoint
CREATE INDEX "usage_sessions_open_nas" ON "usage_sessions" USING btree ("nas") WHERE "usage_sessions"."ended_at" is null;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_bundle_id_data_bundles_id_fk" FOREIGN KEY ("bundle_id") REFERENCES "public"."data_bundles"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
-- Every packet writes new versions of these rows: with room on their page, no index has to follow.
ALTER TABLE "usage_sessions" SET (fillfactor = 60);--> statement-breakpoint
ALTER TABLE "usage_days" SET (fillfactor = 70);--> statement-breakpoint
ALTER TABLE "usage_data" SET (fillfactor = 70);
