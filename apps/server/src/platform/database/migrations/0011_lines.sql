CREATE TABLE "lines" (
	"id" integer PRIMARY KEY NOT NULL,
	"account_id" integer NOT NULL,
	"label" varchar(60),
	"place" varchar(200),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "lines" ADD CONSTRAINT "lines_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
CREATE INDEX "lines_account" ON "lines" USING btree ("account_id","id");
--> statement-breakpoint
-- Every account has its first line, also where the previous release opens the account.
CREATE FUNCTION add_first_line() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO "lines" ("id", "account_id", "created_at") VALUES (NEW."id", NEW."id", NEW."created_at");
	RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER accounts_add_first_line AFTER INSERT ON "accounts"
	FOR EACH ROW EXECUTE FUNCTION add_first_line();
--> statement-breakpoint
ALTER TABLE "support_tickets" ADD COLUMN "line_id" integer;
