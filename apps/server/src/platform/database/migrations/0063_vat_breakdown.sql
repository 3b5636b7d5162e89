ALTER TABLE "charge_products" ADD COLUMN "untaxed_as" varchar(20);--> statement-breakpoint
ALTER TABLE "credit_notes" ADD COLUMN "vat_breakdown" jsonb;