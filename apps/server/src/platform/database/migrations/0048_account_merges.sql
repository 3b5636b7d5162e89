CREATE TABLE "account_merge_moves" (
	"merge_id" uuid NOT NULL,
	"position" smallint NOT NULL,
	"rule" varchar(60) NOT NULL,
	"ids" text[] NOT NULL,
	CONSTRAINT "account_merge_moves_merge_id_position_pk" PRIMARY KEY("merge_id","position")
);
--> statement-breakpoint
CREATE TABLE "account_merges" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"from_id" integer NOT NULL,
	"into_id" integer NOT NULL,
	"state" varchar(10) DEFAULT 'waiting' NOT NULL,
	"identified_by" varchar(60) NOT NULL,
	"reason" varchar(500) NOT NULL,
	"requested_by" integer NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"waits_until" timestamp with time zone NOT NULL,
	"token_hash" text,
	"confirmed_by" integer,
	"merged_at" timestamp with time zone,
	"undo_until" timestamp with time zone,
	"proof" jsonb,
	"ended_by" integer,
	"ended_at" timestamp with time zone,
	"end_reason" varchar(500),
	CONSTRAINT "account_merges_token_hash_unique" UNIQUE("token_hash"),
	CONSTRAINT "account_merges_two" CHECK ("account_merges"."from_id" <> "account_merges"."into_id")
);
--> statement-breakpoint
CREATE TABLE "dismissed_merge_suggestions" (
	"one_id" integer NOT NULL,
	"other_id" integer NOT NULL,
	"dismissed_by" integer NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "dismissed_merge_suggestions_one_id_other_id_pk" PRIMARY KEY("one_id","other_id"),
	CONSTRAINT "dismissed_merge_suggestions_order" CHECK ("dismissed_merge_suggestions"."one_id" < "dismissed_merge_suggestions"."other_id")
);
--> statement-breakpoint
ALTER TABLE "accounts" ADD COLUMN "merged_into" integer;--> statement-breakpoint
ALTER TABLE "account_merge_moves" ADD CONSTRAINT "account_merge_moves_merge_id_account_merges_id_fk" FOREIGN KEY ("merge_id") REFERENCES "public"."account_merges"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "account_merges" ADD CONSTRAINT "account_merges_from_id_accounts_id_fk" FOREIGN KEY ("from_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "account_merges" ADD CONSTRAINT "account_merges_into_id_accounts_id_fk" FOREIGN KEY ("into_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "account_merges" ADD CONSTRAINT "account_merges_requested_by_users_id_fk" FOREIGN KEY ("requested_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "account_merges" ADD CONSTRAINT "account_merges_confirmed_by_users_id_fk" FOREIGN KEY ("confirmed_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "account_merges" ADD CONSTRAINT "account_merges_ended_by_users_id_fk" FOREIGN KEY ("ended_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "dismissed_merge_suggestions" ADD CONSTRAINT "dismissed_merge_suggestions_one_id_users_id_fk" FOREIGN KEY ("one_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "dismissed_merge_suggestions" ADD CONSTRAINT "dismissed_merge_suggestions_other_id_users_id_fk" FOREIGN KEY ("other_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "dismissed_merge_suggestions" ADD CONSTRAINT "dismissed_merge_suggestions_dismissed_by_users_id_fk" FOREIGN KEY ("dismissed_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "account_merges_one" ON "account_merges" USING btree ("from_id") WHERE "account_merges"."state" in ('waiting', 'merged');--> statement-breakpoint
CREATE INDEX "account_merges_from" ON "account_merges" USING btree ("from_id","created_at");--> statement-breakpoint
CREATE INDEX "account_merges_into" ON "account_merges" USING btree ("into_id","created_at");--> statement-breakpoint
CREATE INDEX "account_merges_waiting" ON "account_merges" USING btree ("waits_until") WHERE "account_merges"."state" = 'waiting';--> statement-breakpoint
CREATE INDEX "dismissed_merge_suggestions_other" ON "dismissed_merge_suggestions" USING btree ("other_id");--> statement-breakpoint
-- A payment or a ticket of whoever was still signed in when their account became a part of another one
-- belongs to that one. FOR KEY SHARE waits for the merge.
CREATE FUNCTION follow_merged_account() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  stays integer;
BEGIN
  SELECT merged_into INTO stays FROM accounts WHERE id = NEW.user_id FOR KEY SHARE;
  NEW.user_id := coalesce(stays, NEW.user_id);
  RETURN NEW;
END $$;--> statement-breakpoint
CREATE TRIGGER "payments_follow_account" BEFORE INSERT ON "payments" FOR EACH ROW EXECUTE FUNCTION follow_merged_account();--> statement-breakpoint
CREATE TRIGGER "support_tickets_follow_account" BEFORE INSERT ON "support_tickets" FOR EACH ROW EXECUTE FUNCTION follow_merged_account();--> statement-breakpoint
INSERT INTO "staff_role_permissions" ("role", "permission")
	SELECT role, 'accounts:merge' FROM unnest(ARRAY['manager', 'billing']) role
ON CONFLICT DO NOTHING;
