CREATE TABLE "owner_change_lines" (
	"change_id" uuid NOT NULL,
	"line_id" integer NOT NULL,
	"label" varchar(60) NOT NULL,
	"is_open" boolean NOT NULL,
	"subscription_id" uuid,
	"to_line_id" integer,
	"to_subscription_id" uuid,
	CONSTRAINT "owner_change_lines_change_id_line_id_pk" PRIMARY KEY("change_id","line_id")
);
--> statement-breakpoint
CREATE TABLE "owner_changes" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"from_account_id" integer NOT NULL,
	"to_account_id" integer,
	"recipient" varchar(255),
	"status" varchar(10) NOT NULL,
	"offer_token_hash" varchar(43) NOT NULL,
	"stop_token_hash" varchar(43) NOT NULL,
	"identified_by" varchar(60) NOT NULL,
	"reason" varchar(500) NOT NULL,
	"requested_by" integer NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"decided_at" timestamp with time zone,
	"decided_by" integer,
	CONSTRAINT "owner_changes_offer_token_hash_unique" UNIQUE("offer_token_hash"),
	CONSTRAINT "owner_changes_stop_token_hash_unique" UNIQUE("stop_token_hash")
);
--> statement-breakpoint
ALTER TABLE "owner_change_lines" ADD CONSTRAINT "owner_change_lines_change_id_owner_changes_id_fk" FOREIGN KEY ("change_id") REFERENCES "public"."owner_changes"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "owner_change_lines" ADD CONSTRAINT "owner_change_lines_line_id_lines_id_fk" FOREIGN KEY ("line_id") REFERENCES "public"."lines"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "owner_change_lines" ADD CONSTRAINT "owner_change_lines_subscription_id_user_subscriptions_id_fk" FOREIGN KEY ("subscription_id") REFERENCES "public"."user_subscriptions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "owner_change_lines" ADD CONSTRAINT "owner_change_lines_to_line_id_lines_id_fk" FOREIGN KEY ("to_line_id") REFERENCES "public"."lines"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "owner_change_lines" ADD CONSTRAINT "owner_change_lines_to_subscription_id_user_subscriptions_id_fk" FOREIGN KEY ("to_subscription_id") REFERENCES "public"."user_subscriptions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "owner_changes" ADD CONSTRAINT "owner_changes_from_account_id_accounts_id_fk" FOREIGN KEY ("from_account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "owner_changes" ADD CONSTRAINT "owner_changes_to_account_id_accounts_id_fk" FOREIGN KEY ("to_account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "owner_changes" ADD CONSTRAINT "owner_changes_requested_by_users_id_fk" FOREIGN KEY ("requested_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "owner_changes" ADD CONSTRAINT "owner_changes_decided_by_users_id_fk" FOREIGN KEY ("decided_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "owner_change_lines_open" ON "owner_change_lines" USING btree ("line_id") WHERE "owner_change_lines"."is_open";--> statement-breakpoint
CREATE INDEX "owner_change_lines_subscription" ON "owner_change_lines" USING btree ("subscription_id") WHERE "owner_change_lines"."subscription_id" is not null;--> statement-breakpoint
CREATE INDEX "owner_changes_from" ON "owner_changes" USING btree ("from_account_id","created_at");--> statement-breakpoint
CREATE INDEX "owner_changes_to" ON "owner_changes" USING btree ("to_account_id","created_at") WHERE "owner_changes"."to_account_id" is not null;--> statement-breakpoint
CREATE INDEX "owner_changes_waiting" ON "owner_changes" USING btree ("expires_at") WHERE "owner_changes"."status" = 'waiting';--> statement-breakpoint
INSERT INTO "staff_role_permissions" ("role", "permission") VALUES
	('manager', 'lines:add'),
	('manager', 'lines:transfer'),
	('support', 'lines:add'),
	('support', 'lines:transfer'),
	('billing', 'lines:add'),
	('billing', 'lines:transfer'),
	('sales', 'lines:add')
ON CONFLICT DO NOTHING;
