-- After the trigger of 0008 is committed: nobody who registers meanwhile is left out.
INSERT INTO "accounts" ("id", "contact_id", "created_at") SELECT "id", "id", "created_at" FROM "users" ON CONFLICT DO NOTHING;
--> statement-breakpoint
INSERT INTO "account_people" ("account_id", "user_id", "role", "created_at")
	SELECT "id", "id", 'owner', "created_at" FROM "users" ON CONFLICT DO NOTHING;
