CREATE TABLE "setting_versions" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"subject" varchar(60) NOT NULL,
	"number" integer,
	"based_on" integer NOT NULL,
	"state" varchar(10) NOT NULL,
	"value" jsonb,
	"note" varchar(300) DEFAULT '' NOT NULL,
	"author_id" integer NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "setting_versions" ADD CONSTRAINT "setting_versions_author_id_users_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "setting_versions_once" ON "setting_versions" USING btree ("subject","number");--> statement-breakpoint
CREATE UNIQUE INDEX "setting_versions_published" ON "setting_versions" USING btree ("subject") WHERE "setting_versions"."state" = 'published';--> statement-breakpoint
CREATE UNIQUE INDEX "setting_versions_draft" ON "setting_versions" USING btree ("subject") WHERE "setting_versions"."state" = 'draft';--> statement-breakpoint
INSERT INTO "staff_role_permissions" ("role", "permission") VALUES
	('manager', 'settings:read'),
	('manager', 'settings:write'),
	('auditor', 'settings:read');
