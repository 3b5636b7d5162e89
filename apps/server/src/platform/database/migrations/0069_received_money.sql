ALTER TABLE "payments" ADD COLUMN "payer_name" varchar(255);--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "pays_due" boolean DEFAULT false NOT NULL;