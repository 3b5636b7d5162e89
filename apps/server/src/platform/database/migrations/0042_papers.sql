CREATE TABLE "account_proofs" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"proof_number" varchar(30) NOT NULL,
	"year" integer NOT NULL,
	"sequence" integer NOT NULL,
	"user_id" integer NOT NULL,
	"line_id" integer NOT NULL,
	"language" varchar(2) NOT NULL,
	"code" varchar(16) NOT NULL,
	"facts_key" varchar(43) NOT NULL,
	"snapshot" jsonb NOT NULL,
	"issued_at" timestamp with time zone NOT NULL,
	"issued_by" integer NOT NULL,
	"withdrawn_at" timestamp with time zone,
	"withdrawn_by" integer,
	CONSTRAINT "account_proofs_proof_number_unique" UNIQUE("proof_number"),
	CONSTRAINT "account_proofs_sequence" UNIQUE("year","sequence")
);
--> statement-breakpoint
CREATE TABLE "document_sendings" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"user_id" integer NOT NULL,
	"papers" jsonb NOT NULL,
	"sent_by" varchar(10) NOT NULL,
	"recipient" varchar(255) NOT NULL,
	"to_other" boolean NOT NULL,
	"token_hash" varchar(43),
	"expires_at" timestamp with time zone,
	"client_request_id" varchar(64) NOT NULL,
	"created_by" integer NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"withdrawn_at" timestamp with time zone,
	"withdrawn_by" integer,
	CONSTRAINT "document_sendings_token_hash_unique" UNIQUE("token_hash"),
	CONSTRAINT "document_sendings_client_request_id_unique" UNIQUE("client_request_id")
);
--> statement-breakpoint
ALTER TABLE "account_proofs" ADD CONSTRAINT "account_proofs_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "account_proofs" ADD CONSTRAINT "account_proofs_line_id_lines_id_fk" FOREIGN KEY ("line_id") REFERENCES "public"."lines"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "account_proofs" ADD CONSTRAINT "account_proofs_issued_by_users_id_fk" FOREIGN KEY ("issued_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "account_proofs" ADD CONSTRAINT "account_proofs_withdrawn_by_users_id_fk" FOREIGN KEY ("withdrawn_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "document_sendings" ADD CONSTRAINT "document_sendings_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "document_sendings" ADD CONSTRAINT "document_sendings_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "document_sendings" ADD CONSTRAINT "document_sendings_withdrawn_by_users_id_fk" FOREIGN KEY ("withdrawn_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "account_proofs_facts" ON "account_proofs" USING btree ("user_id","facts_key") WHERE "account_proofs"."withdrawn_at" is null;--> statement-breakpoint
CREATE INDEX "account_proofs_user" ON "account_proofs" USING btree ("user_id","issued_at");--> statement-breakpoint
CREATE INDEX "document_sendings_user" ON "document_sendings" USING btree ("user_id","created_at");--> statement-breakpoint
INSERT INTO "staff_role_permissions" ("role", "permission") VALUES
	('manager', 'documents:send'),
	('manager', 'invoices:read'),
	('support', 'documents:send'),
	('support', 'invoices:read'),
	('billing', 'documents:send'),
	('billing', 'invoices:read'),
	('sales', 'documents:send'),
	('sales', 'invoices:read'),
	('auditor', 'invoices:read')
ON CONFLICT DO NOTHING;
