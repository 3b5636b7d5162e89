-- reads null: phone_codes.user_id: rows of texted links, which the previous release counts by number, address and day, and cannot find by person.
CREATE TABLE "sign_in_records" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"user_id" integer NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"outcome" varchar(20) NOT NULL,
	"way" varchar(10) NOT NULL,
	"device" varchar(60) NOT NULL,
	"known_device" boolean NOT NULL,
	"address_prefix" varchar(64) NOT NULL,
	"throttle_key" text
);
--> statement-breakpoint
ALTER TABLE "phone_codes" ALTER COLUMN "user_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "account_tokens" ADD COLUMN "phone" varchar(20);--> statement-breakpoint
ALTER TABLE "sign_in_records" ADD CONSTRAINT "sign_in_records_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "sign_in_records_user" ON "sign_in_records" USING btree ("user_id","at");--> statement-breakpoint
CREATE INDEX "sign_in_records_at" ON "sign_in_records" USING btree ("at");--> statement-breakpoint
INSERT INTO "staff_role_permissions" ("role", "permission") VALUES
	('manager', 'sign-ins:read'), ('manager', 'sign-ins:write'),
	('billing', 'sign-ins:read'), ('billing', 'sign-ins:write'),
	('support', 'sign-ins:read'), ('support', 'sign-ins:write'),
	('auditor', 'sign-ins:read')
ON CONFLICT DO NOTHING;
