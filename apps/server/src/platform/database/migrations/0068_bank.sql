CREATE TABLE "bank_accounts" (
	"id" serial PRIMARY KEY NOT NULL,
	"name" varchar(60) NOT NULL,
	"bank" varchar(60) NOT NULL,
	"account_number" varchar(34) NOT NULL,
	"opening_balance" numeric(15, 2) NOT NULL,
	"opening_day" date NOT NULL,
	"deducts_vat" boolean DEFAULT false NOT NULL,
	"column_choice" jsonb,
	"created_by" integer NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"retired_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "bank_lines" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"bank_account_id" integer NOT NULL,
	"statement_id" uuid NOT NULL,
	"booked_on" date NOT NULL,
	"value_on" date,
	"amount" numeric(15, 2) NOT NULL,
	"balance" numeric(15, 2),
	"text" text NOT NULL,
	"reference" varchar(100),
	"content_key" varchar(64) NOT NULL,
	"ordinal" integer NOT NULL,
	"status" varchar(10) DEFAULT 'open' NOT NULL,
	"proposal" jsonb,
	"reason" text,
	"dismissed" jsonb DEFAULT '[]'::jsonb NOT NULL,
	CONSTRAINT "bank_lines_once" UNIQUE("bank_account_id","content_key","ordinal")
);
--> statement-breakpoint
CREATE TABLE "bank_match_items" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"match_id" uuid NOT NULL,
	"line_id" bigint,
	"source_key" varchar(100),
	"account" varchar(50) NOT NULL,
	"amount" numeric(15, 2) NOT NULL,
	"is_active" boolean NOT NULL
);
--> statement-breakpoint
CREATE TABLE "bank_matches" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"kind" varchar(20) NOT NULL,
	"reason" text NOT NULL,
	"matched_by" integer,
	"matched_at" timestamp with time zone NOT NULL,
	"undone_by" integer,
	"undone_at" timestamp with time zone,
	"undo_reason" text
);
--> statement-breakpoint
CREATE TABLE "bank_statements" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"bank_account_id" integer NOT NULL,
	"format" varchar(10) NOT NULL,
	"file_name" varchar(200) NOT NULL,
	"file_hash" varchar(64) NOT NULL,
	"first_day" date NOT NULL,
	"last_day" date NOT NULL,
	"opening_balance" numeric(15, 2),
	"closing_balance" numeric(15, 2),
	"lines" integer NOT NULL,
	"added" integer NOT NULL,
	"findings" jsonb NOT NULL,
	"imported_by" integer NOT NULL,
	"imported_at" timestamp with time zone NOT NULL,
	CONSTRAINT "bank_statements_once" UNIQUE("bank_account_id","file_hash")
);
--> statement-breakpoint
ALTER TABLE "bank_accounts" ADD CONSTRAINT "bank_accounts_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bank_lines" ADD CONSTRAINT "bank_lines_bank_account_id_bank_accounts_id_fk" FOREIGN KEY ("bank_account_id") REFERENCES "public"."bank_accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bank_lines" ADD CONSTRAINT "bank_lines_statement_id_bank_statements_id_fk" FOREIGN KEY ("statement_id") REFERENCES "public"."bank_statements"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bank_match_items" ADD CONSTRAINT "bank_match_items_match_id_bank_matches_id_fk" FOREIGN KEY ("match_id") REFERENCES "public"."bank_matches"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bank_match_items" ADD CONSTRAINT "bank_match_items_line_id_bank_lines_id_fk" FOREIGN KEY ("line_id") REFERENCES "public"."bank_lines"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bank_matches" ADD CONSTRAINT "bank_matches_matched_by_users_id_fk" FOREIGN KEY ("matched_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bank_matches" ADD CONSTRAINT "bank_matches_undone_by_users_id_fk" FOREIGN KEY ("undone_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bank_statements" ADD CONSTRAINT "bank_statements_bank_account_id_bank_accounts_id_fk" FOREIGN KEY ("bank_account_id") REFERENCES "public"."bank_accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bank_statements" ADD CONSTRAINT "bank_statements_imported_by_users_id_fk" FOREIGN KEY ("imported_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "bank_accounts_number" ON "bank_accounts" USING btree ("account_number") WHERE "bank_accounts"."retired_at" is null;--> statement-breakpoint
CREATE INDEX "bank_lines_newest" ON "bank_lines" USING btree ("booked_on","id");--> statement-breakpoint
CREATE INDEX "bank_lines_account" ON "bank_lines" USING btree ("bank_account_id","booked_on","id");--> statement-breakpoint
CREATE INDEX "bank_lines_waiting" ON "bank_lines" USING btree ("booked_on","id") WHERE "bank_lines"."status" <> 'matched';--> statement-breakpoint
CREATE INDEX "bank_lines_statement" ON "bank_lines" USING btree ("statement_id");--> statement-breakpoint
CREATE UNIQUE INDEX "bank_match_items_line" ON "bank_match_items" USING btree ("line_id") WHERE "bank_match_items"."is_active";--> statement-breakpoint
CREATE UNIQUE INDEX "bank_match_items_source" ON "bank_match_items" USING btree ("source_key") WHERE "bank_match_items"."is_active";--> statement-breakpoint
CREATE INDEX "bank_match_items_match" ON "bank_match_items" USING btree ("match_id");--> statement-breakpoint
CREATE INDEX "bank_matches_newest" ON "bank_matches" USING btree ("matched_at","id");--> statement-breakpoint
CREATE INDEX "bank_statements_days" ON "bank_statements" USING btree ("bank_account_id","last_day");