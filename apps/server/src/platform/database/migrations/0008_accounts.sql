-- Nine digits that follow no visible order, different for every id since 618033989 has no factor in
-- common with 900000000, and the check digit of Luhn (ISO/IEC 7812-1, annex B).
CREATE FUNCTION account_number(id integer) RETURNS varchar LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
	SELECT body || (10 - sum(CASE WHEN position % 2 = 0 THEN digit WHEN digit > 4 THEN digit * 2 - 9 ELSE digit * 2 END) % 10) % 10
	FROM (SELECT (100000000 + id::bigint * 618033989 % 900000000)::text AS body) AS number
	CROSS JOIN generate_series(1, 9) AS position
	CROSS JOIN LATERAL (SELECT substr(body, position, 1)::integer AS digit) AS digits
	GROUP BY body
$$;
--> statement-breakpoint
CREATE TABLE "account_invitations" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"account_id" integer NOT NULL,
	"email" varchar(255) NOT NULL,
	"email_key" varchar(255) NOT NULL,
	"role" varchar(20) NOT NULL,
	"token_hash" text NOT NULL,
	"invited_by" integer NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"closed_at" timestamp with time zone,
	CONSTRAINT "account_invitations_token_hash_unique" UNIQUE("token_hash")
);
--> statement-breakpoint
CREATE TABLE "account_people" (
	"account_id" integer NOT NULL,
	"user_id" integer NOT NULL,
	"role" varchar(20) NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "account_people_account_id_user_id_pk" PRIMARY KEY("account_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "accounts" (
	"id" integer PRIMARY KEY NOT NULL,
	"number" varchar(10) GENERATED ALWAYS AS (account_number(id)) STORED NOT NULL,
	"contact_id" integer NOT NULL,
	"kind" varchar(10) DEFAULT 'home' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "accounts_number_unique" UNIQUE("number")
);
--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "account_id" integer;--> statement-breakpoint
ALTER TABLE "account_invitations" ADD CONSTRAINT "account_invitations_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "account_invitations" ADD CONSTRAINT "account_invitations_invited_by_users_id_fk" FOREIGN KEY ("invited_by") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "account_people" ADD CONSTRAINT "account_people_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "account_people" ADD CONSTRAINT "account_people_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "accounts" ADD CONSTRAINT "accounts_contact_id_users_id_fk" FOREIGN KEY ("contact_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "accounts" ADD CONSTRAINT "accounts_id_users_id_fk" FOREIGN KEY ("id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "account_invitations_open" ON "account_invitations" USING btree ("account_id","email_key") WHERE "account_invitations"."closed_at" is null;--> statement-breakpoint
CREATE INDEX "account_invitations_expiry" ON "account_invitations" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "account_people_user" ON "account_people" USING btree ("user_id","created_at","account_id");
--> statement-breakpoint
-- Everybody who registers has an account of their own, also where the previous release registers them.
CREATE FUNCTION open_account() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO "accounts" ("id", "contact_id", "created_at") VALUES (NEW."id", NEW."id", NEW."created_at");
	INSERT INTO "account_people" ("account_id", "user_id", "role", "created_at") VALUES (NEW."id", NEW."id", 'owner', NEW."created_at");
	RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER users_open_account AFTER INSERT ON "users"
	FOR EACH ROW EXECUTE FUNCTION open_account();
