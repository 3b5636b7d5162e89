CREATE TABLE "account_views" (
	"id" serial PRIMARY KEY NOT NULL,
	"token_hash" text NOT NULL,
	"staff_id" integer NOT NULL,
	"staff_sid" text,
	"staff_role" varchar(20) NOT NULL,
	"user_id" integer NOT NULL,
	"reason" varchar(300) NOT NULL,
	"started_at" timestamp with time zone NOT NULL,
	"ends_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone,
	"pages" text[] DEFAULT '{}' NOT NULL,
	"writes_refused" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "account_views_token_hash_unique" UNIQUE("token_hash")
);
--> statement-breakpoint
ALTER TABLE "account_views" ADD CONSTRAINT "account_views_staff_id_users_id_fk" FOREIGN KEY ("staff_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "account_views" ADD CONSTRAINT "account_views_staff_sid_sessions_sid_fk" FOREIGN KEY ("staff_sid") REFERENCES "public"."sessions"("sid") ON DELETE set null ON UPDATE cascade;--> statement-breakpoint
ALTER TABLE "account_views" ADD CONSTRAINT "account_views_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "account_views_open" ON "account_views" USING btree ("staff_id") WHERE "account_views"."ended_at" is null;--> statement-breakpoint
CREATE INDEX "account_views_user" ON "account_views" USING btree ("user_id","id");--> statement-breakpoint
CREATE INDEX "account_views_session" ON "account_views" USING btree ("staff_sid") WHERE "account_views"."staff_sid" is not null;--> statement-breakpoint
CREATE INDEX "account_views_started" ON "account_views" USING btree ("started_at");--> statement-breakpoint
INSERT INTO "staff_role_permissions" ("role", "permission") VALUES
	('manager', 'customers:view-as'),
	('support', 'customers:view-as')
ON CONFLICT DO NOTHING;
