CREATE TABLE "pay_codes" (
	"code" varchar(16) PRIMARY KEY NOT NULL,
	"account_id" integer NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"replaced_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "pay_codes" ADD CONSTRAINT "pay_codes_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "pay_codes_account" ON "pay_codes" USING btree ("account_id");--> statement-breakpoint
CREATE UNIQUE INDEX "pay_codes_present" ON "pay_codes" USING btree ("account_id") WHERE "pay_codes"."replaced_at" is null;