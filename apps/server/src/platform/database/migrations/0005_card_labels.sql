ALTER TABLE "payment_methods" ADD COLUMN "card_brand" varchar(30);--> statement-breakpoint
ALTER TABLE "payment_methods" ADD COLUMN "card_last_four" varchar(4);--> statement-breakpoint
ALTER TABLE "payment_methods" ADD COLUMN "card_expiry" varchar(7);