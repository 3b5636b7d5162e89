CREATE TABLE "staff_activity" (
	"user_id" integer PRIMARY KEY NOT NULL,
	"last_sign_in_at" timestamp with time zone NOT NULL,
	"last_used_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "staff_member_roles" (
	"user_id" integer NOT NULL,
	"role" varchar(20) NOT NULL,
	CONSTRAINT "staff_member_roles_user_id_role_pk" PRIMARY KEY("user_id","role")
);
--> statement-breakpoint
CREATE TABLE "staff_refusals" (
	"user_id" integer NOT NULL,
	"call" varchar(100) NOT NULL,
	"recorded_at" timestamp with time zone NOT NULL,
	CONSTRAINT "staff_refusals_user_id_call_pk" PRIMARY KEY("user_id","call")
);
--> statement-breakpoint
CREATE TABLE "staff_role_permissions" (
	"role" varchar(20) NOT NULL,
	"permission" varchar(40) NOT NULL,
	CONSTRAINT "staff_role_permissions_role_permission_pk" PRIMARY KEY("role","permission")
);
--> statement-breakpoint
CREATE TABLE "staff_roles" (
	"name" varchar(20) PRIMARY KEY NOT NULL
);
--> statement-breakpoint
ALTER TABLE "staff_activity" ADD CONSTRAINT "staff_activity_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "staff_member_roles" ADD CONSTRAINT "staff_member_roles_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "staff_member_roles" ADD CONSTRAINT "staff_member_roles_role_staff_roles_name_fk" FOREIGN KEY ("role") REFERENCES "public"."staff_roles"("name") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "staff_refusals" ADD CONSTRAINT "staff_refusals_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "staff_role_permissions" ADD CONSTRAINT "staff_role_permissions_role_staff_roles_name_fk" FOREIGN KEY ("role") REFERENCES "public"."staff_roles"("name") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
INSERT INTO "staff_roles" ("name") VALUES ('owner'), ('manager'), ('support'), ('billing'), ('sales'), ('network'), ('technician'), ('auditor');
--> statement-breakpoint
-- What initialPermissions of the contract says; a later release that adds a permission adds its rows.
INSERT INTO "staff_role_permissions" ("role", "permission") VALUES
	('manager', 'announcements:read'),
	('manager', 'announcements:write'),
	('manager', 'audit:read'),
	('manager', 'chats:read'),
	('manager', 'chats:write'),
	('manager', 'counter:read'),
	('manager', 'counter:write'),
	('manager', 'credit:approve'),
	('manager', 'credit:write'),
	('manager', 'customers:read'),
	('manager', 'customers:register'),
	('manager', 'customers:write'),
	('manager', 'exports:read'),
	('manager', 'imports:read'),
	('manager', 'ledger:read'),
	('manager', 'lines:read'),
	('manager', 'lines:write'),
	('manager', 'network:read'),
	('manager', 'network:write'),
	('manager', 'notes:write'),
	('manager', 'operations:read'),
	('manager', 'outage-credits:read'),
	('manager', 'outage-credits:write'),
	('manager', 'overview:read'),
	('manager', 'payments:approve-refund'),
	('manager', 'payments:read'),
	('manager', 'payments:refund'),
	('manager', 'payments:write'),
	('manager', 'plans:read'),
	('manager', 'plans:write'),
	('manager', 'referrals:read'),
	('manager', 'referrals:write'),
	('manager', 'saved-replies:write'),
	('manager', 'staff:read'),
	('manager', 'tickets:read'),
	('manager', 'tickets:write'),
	('manager', 'tills:read'),
	('manager', 'webhook-endpoints:read'),
	('support', 'announcements:read'),
	('support', 'chats:read'),
	('support', 'chats:write'),
	('support', 'customers:read'),
	('support', 'customers:register'),
	('support', 'lines:read'),
	('support', 'lines:write'),
	('support', 'network:read'),
	('support', 'notes:write'),
	('support', 'outage-credits:read'),
	('support', 'payments:read'),
	('support', 'plans:read'),
	('support', 'referrals:read'),
	('support', 'saved-replies:write'),
	('support', 'tickets:read'),
	('support', 'tickets:write'),
	('billing', 'counter:read'),
	('billing', 'counter:write'),
	('billing', 'credit:approve'),
	('billing', 'credit:write'),
	('billing', 'customers:read'),
	('billing', 'customers:register'),
	('billing', 'customers:write'),
	('billing', 'ledger:read'),
	('billing', 'lines:read'),
	('billing', 'notes:write'),
	('billing', 'outage-credits:read'),
	('billing', 'outage-credits:write'),
	('billing', 'overview:read'),
	('billing', 'payments:approve-refund'),
	('billing', 'payments:read'),
	('billing', 'payments:refund'),
	('billing', 'payments:write'),
	('billing', 'plans:read'),
	('billing', 'referrals:read'),
	('billing', 'referrals:write'),
	('billing', 'tickets:read'),
	('billing', 'tickets:write'),
	('billing', 'tills:read'),
	('sales', 'announcements:read'),
	('sales', 'announcements:write'),
	('sales', 'counter:read'),
	('sales', 'counter:write'),
	('sales', 'customers:read'),
	('sales', 'customers:register'),
	('sales', 'network:read'),
	('sales', 'notes:write'),
	('sales', 'overview:read'),
	('sales', 'plans:read'),
	('sales', 'referrals:read'),
	('sales', 'tickets:read'),
	('sales', 'tickets:write'),
	('network', 'announcements:read'),
	('network', 'customers:read'),
	('network', 'lines:read'),
	('network', 'lines:write'),
	('network', 'network:read'),
	('network', 'network:write'),
	('network', 'notes:write'),
	('network', 'operations:read'),
	('network', 'outage-credits:read'),
	('network', 'tickets:read'),
	('network', 'tickets:write'),
	('technician', 'customers:read'),
	('technician', 'lines:read'),
	('technician', 'lines:write'),
	('technician', 'network:read'),
	('technician', 'notes:write'),
	('technician', 'tickets:read'),
	('technician', 'tickets:write'),
	('auditor', 'announcements:read'),
	('auditor', 'audit:read'),
	('auditor', 'chats:read'),
	('auditor', 'counter:read'),
	('auditor', 'customers:read'),
	('auditor', 'exports:read'),
	('auditor', 'imports:read'),
	('auditor', 'ledger:read'),
	('auditor', 'lines:read'),
	('auditor', 'network:read'),
	('auditor', 'operations:read'),
	('auditor', 'outage-credits:read'),
	('auditor', 'overview:read'),
	('auditor', 'payments:read'),
	('auditor', 'plans:read'),
	('auditor', 'referrals:read'),
	('auditor', 'staff:read'),
	('auditor', 'tickets:read'),
	('auditor', 'tills:read'),
	('auditor', 'webhook-endpoints:read');
--> statement-breakpoint
-- The previous release, and whoever appoints staff with it while both run, knows one kind of staff,
-- who may do everything: they become owners. This release stores the roles first, and then the trigger
-- finds them.
CREATE FUNCTION keep_staff_roles() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF NEW."role" = 'admin' THEN
		INSERT INTO "staff_member_roles" ("user_id", "role")
			SELECT NEW."id", 'owner' WHERE NOT EXISTS (SELECT FROM "staff_member_roles" WHERE "user_id" = NEW."id");
	ELSIF TG_OP = 'UPDATE' AND OLD."role" = 'admin' THEN
		DELETE FROM "staff_member_roles" WHERE "user_id" = NEW."id";
	END IF;
	RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER "users_staff_roles" AFTER INSERT OR UPDATE OF "role" ON "users" FOR EACH ROW EXECUTE FUNCTION keep_staff_roles();
--> statement-breakpoint
-- The lock of the trigger has waited for everybody who was appointed meanwhile.
INSERT INTO "staff_member_roles" ("user_id", "role") SELECT "id", 'owner' FROM "users" WHERE "role" = 'admin';
--> statement-breakpoint
-- For the access review: sessions are deleted when they end. One of staff ends 30 minutes after its last
-- use.
CREATE FUNCTION keep_staff_activity() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO "staff_activity" AS kept ("user_id", "last_sign_in_at", "last_used_at")
		SELECT "id", OLD."created_at", greatest(OLD."created_at", least(now(), OLD."expire" - interval '30 minutes'))
		FROM "users" WHERE "id" = OLD."user_id" AND "role" = 'admin'
	ON CONFLICT ("user_id") DO UPDATE SET
		"last_sign_in_at" = greatest(kept."last_sign_in_at", excluded."last_sign_in_at"),
		"last_used_at" = greatest(kept."last_used_at", excluded."last_used_at");
	RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER "sessions_staff_activity" AFTER DELETE ON "sessions" FOR EACH ROW EXECUTE FUNCTION keep_staff_activity();
