CREATE TABLE "e_invoices" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"invoice_id" uuid,
	"credit_note_id" uuid,
	"document_number" varchar(30) NOT NULL,
	"user_id" integer NOT NULL,
	"procedure" varchar(20) NOT NULL,
	"status" varchar(20) NOT NULL,
	"irn" varchar(60),
	"document" jsonb,
	"attempts" smallint DEFAULT 0 NOT NULL,
	"next_attempt_at" timestamp with time zone,
	"fault" jsonb,
	"qr_text" text,
	"registered_at" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "e_invoices_invoice_id_unique" UNIQUE("invoice_id"),
	CONSTRAINT "e_invoices_credit_note_id_unique" UNIQUE("credit_note_id"),
	CONSTRAINT "e_invoices_document_number_unique" UNIQUE("document_number"),
	CONSTRAINT "e_invoices_irn_unique" UNIQUE("irn")
);
--> statement-breakpoint
ALTER TABLE "e_invoices" ADD CONSTRAINT "e_invoices_invoice_id_invoices_id_fk" FOREIGN KEY ("invoice_id") REFERENCES "public"."invoices"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "e_invoices" ADD CONSTRAINT "e_invoices_credit_note_id_credit_notes_id_fk" FOREIGN KEY ("credit_note_id") REFERENCES "public"."credit_notes"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "e_invoices" ADD CONSTRAINT "e_invoices_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "e_invoices_due" ON "e_invoices" USING btree ("procedure","next_attempt_at") WHERE "e_invoices"."next_attempt_at" is not null;--> statement-breakpoint
CREATE INDEX "e_invoices_open" ON "e_invoices" USING btree ("created_at","id") WHERE "e_invoices"."status" <> 'registered';--> statement-breakpoint
CREATE INDEX "e_invoices_created" ON "e_invoices" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "e_invoices_user" ON "e_invoices" USING btree ("user_id");--> statement-breakpoint
INSERT INTO "staff_role_permissions" ("role", "permission") VALUES
  ('manager', 'e-invoices:read'), ('manager', 'e-invoices:write'),
  ('billing', 'e-invoices:read'), ('billing', 'e-invoices:write'),
  ('auditor', 'e-invoices:read')
ON CONFLICT DO NOTHING;
