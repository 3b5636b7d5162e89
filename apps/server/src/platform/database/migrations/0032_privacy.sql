CREATE TABLE "privacy_deletions" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" integer NOT NULL,
	"status" varchar(10) NOT NULL,
	"requested_at" timestamp with time zone NOT NULL,
	"due_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone,
	"files" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"obstacles" jsonb DEFAULT '[]'::jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "privacy_exports" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" integer NOT NULL,
	"status" varchar(10) NOT NULL,
	"requested_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone,
	"size_bytes" bigint
);
--> statement-breakpoint
ALTER TABLE "privacy_deletions" ADD CONSTRAINT "privacy_deletions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "privacy_exports" ADD CONSTRAINT "privacy_exports_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "privacy_deletions_one" ON "privacy_deletions" USING btree ("user_id") WHERE "privacy_deletions"."status" = 'scheduled';--> statement-breakpoint
CREATE INDEX "privacy_deletions_due" ON "privacy_deletions" USING btree ("due_at") WHERE "privacy_deletions"."status" = 'scheduled';--> statement-breakpoint
CREATE INDEX "privacy_deletions_files" ON "privacy_deletions" USING btree ("id") WHERE "privacy_deletions"."files" <> '[]'::jsonb;--> statement-breakpoint
CREATE INDEX "privacy_exports_user" ON "privacy_exports" USING btree ("user_id","requested_at");--> statement-breakpoint
CREATE UNIQUE INDEX "privacy_exports_one" ON "privacy_exports" USING btree ("user_id") WHERE "privacy_exports"."status" in ('waiting', 'running');--> statement-breakpoint
CREATE INDEX "privacy_exports_open" ON "privacy_exports" USING btree ("status") WHERE "privacy_exports"."status" in ('waiting', 'running', 'done');