CREATE TABLE "identity_approvals" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"kind" varchar(20) NOT NULL,
	"user_id" integer NOT NULL,
	"payload" jsonb NOT NULL,
	"changes" jsonb NOT NULL,
	"identified_by" varchar(60) NOT NULL,
	"reason" text NOT NULL,
	"state" varchar(10) DEFAULT 'waiting' NOT NULL,
	"requested_by" integer NOT NULL,
	"requested_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"decided_by" integer,
	"decision_reason" text,
	"decided_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "identity_approvals" ADD CONSTRAINT "identity_approvals_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "identity_approvals" ADD CONSTRAINT "identity_approvals_requested_by_users_id_fk" FOREIGN KEY ("requested_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "identity_approvals" ADD CONSTRAINT "identity_approvals_decided_by_users_id_fk" FOREIGN KEY ("decided_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "identity_approvals_user" ON "identity_approvals" USING btree ("user_id","requested_at");--> statement-breakpoint
CREATE UNIQUE INDEX "identity_approvals_waiting" ON "identity_approvals" USING btree ("user_id","kind") WHERE "identity_approvals"."state" = 'waiting';--> statement-breakpoint
INSERT INTO "staff_role_permissions" ("role", "permission")
	SELECT role, permission FROM unnest(ARRAY['manager', 'support', 'billing', 'sales']) role, unnest(ARRAY['customers:correct', 'customers:confirm']) permission
ON CONFLICT DO NOTHING;
