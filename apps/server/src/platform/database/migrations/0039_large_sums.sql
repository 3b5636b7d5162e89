-- widens: numeric(10, 2), numeric(14, 2)
-- First, since the index of unpaid invoices names the column in its condition and is built anew.
ALTER TABLE "monthly_invoices" ALTER COLUMN "outstanding" SET DATA TYPE numeric(15, 2);--> statement-breakpoint
ALTER TABLE "billing_adjustments" ALTER COLUMN "amount" SET DATA TYPE numeric(15, 2);--> statement-breakpoint
ALTER TABLE "invoice_settlements" ALTER COLUMN "amount" SET DATA TYPE numeric(15, 2), ALTER COLUMN "credited" SET DATA TYPE numeric(15, 2);--> statement-breakpoint
ALTER TABLE "invoiced_periods" ALTER COLUMN "amount" SET DATA TYPE numeric(15, 2);--> statement-breakpoint
ALTER TABLE "withholding_taxes" ALTER COLUMN "amount" SET DATA TYPE numeric(15, 2);--> statement-breakpoint
ALTER TABLE "till_hand_overs" ALTER COLUMN "amount" SET DATA TYPE numeric(15, 2);--> statement-breakpoint
ALTER TABLE "till_shifts" ALTER COLUMN "expected" SET DATA TYPE numeric(15, 2), ALTER COLUMN "counted" SET DATA TYPE numeric(15, 2);--> statement-breakpoint
ALTER TABLE "gateway_discrepancies" ALTER COLUMN "ledger_amount" SET DATA TYPE numeric(15, 2), ALTER COLUMN "gateway_amount" SET DATA TYPE numeric(15, 2);--> statement-breakpoint
ALTER TABLE "credit_notes" ALTER COLUMN "total" SET DATA TYPE numeric(15, 2), ALTER COLUMN "vat" SET DATA TYPE numeric(15, 2);--> statement-breakpoint
ALTER TABLE "invoices" ALTER COLUMN "total" SET DATA TYPE numeric(15, 2), ALTER COLUMN "vat" SET DATA TYPE numeric(15, 2);--> statement-breakpoint
ALTER TABLE "receipts" ALTER COLUMN "total" SET DATA TYPE numeric(15, 2), ALTER COLUMN "vat_included" SET DATA TYPE numeric(15, 2);--> statement-breakpoint
ALTER TABLE "payment_links" ALTER COLUMN "amount" SET DATA TYPE numeric(15, 2);--> statement-breakpoint
ALTER TABLE "credit_balances" ALTER COLUMN "balance" SET DATA TYPE numeric(15, 2);--> statement-breakpoint
ALTER TABLE "ledger_entries" ALTER COLUMN "amount" SET DATA TYPE numeric(15, 2);--> statement-breakpoint
ALTER TABLE "payments" ALTER COLUMN "amount" SET DATA TYPE numeric(15, 2), ALTER COLUMN "received" SET DATA TYPE numeric(15, 2), ALTER COLUMN "credit_used" SET DATA TYPE numeric(15, 2), ALTER COLUMN "refunded_outside" SET DATA TYPE numeric(15, 2);--> statement-breakpoint
ALTER TABLE "refunds" ALTER COLUMN "amount" SET DATA TYPE numeric(15, 2);--> statement-breakpoint
ALTER TABLE "write_offs" ALTER COLUMN "amount" SET DATA TYPE numeric(15, 2);--> statement-breakpoint
ALTER TABLE "bulk_actions" ALTER COLUMN "sum" SET DATA TYPE numeric(15, 2);--> statement-breakpoint
ALTER TABLE "earlier_payments" ALTER COLUMN "amount" SET DATA TYPE numeric(15, 2);--> statement-breakpoint
ALTER TABLE "imports" ALTER COLUMN "file_sum" SET DATA TYPE numeric(15, 2), ALTER COLUMN "booked_sum" SET DATA TYPE numeric(15, 2), ALTER COLUMN "rejected_sum" SET DATA TYPE numeric(15, 2), ALTER COLUMN "repeated_sum" SET DATA TYPE numeric(15, 2);
