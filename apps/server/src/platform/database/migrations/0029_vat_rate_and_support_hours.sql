ALTER TABLE "invoices" ADD COLUMN "vat_rate" smallint DEFAULT 750 NOT NULL;--> statement-breakpoint
ALTER TABLE "support_tickets" ADD COLUMN "sla_from" timestamp with time zone;