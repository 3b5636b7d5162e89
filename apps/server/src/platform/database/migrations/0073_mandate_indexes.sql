-- Alone, and without a transaction: repeated from here when it was interrupted.
DROP INDEX CONCURRENTLY IF EXISTS "payments_charge_day";--> statement-breakpoint
CREATE UNIQUE INDEX CONCURRENTLY "payments_charge_day" ON "payments" USING btree ("subscription_id","period_number","charge_day") WHERE "payments"."charge_day" is not null;--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "auto_pay_consents_live";--> statement-breakpoint
CREATE UNIQUE INDEX CONCURRENTLY "auto_pay_consents_live" ON "auto_pay_consents" USING btree ("subscription_id","kind") WHERE "auto_pay_consents"."ended_at" is null;
