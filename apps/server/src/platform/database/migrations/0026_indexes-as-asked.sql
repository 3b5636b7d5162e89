DROP INDEX "invoices_user";--> statement-breakpoint
DROP INDEX "receipts_user";--> statement-breakpoint
DROP INDEX "outbox_messages_recipient";--> statement-breakpoint
DROP INDEX "payments_user";--> statement-breakpoint
DROP INDEX "phone_codes_user";--> statement-breakpoint
DROP INDEX "phone_codes_phone";--> statement-breakpoint
DROP INDEX "phone_codes_address";--> statement-breakpoint
DROP INDEX "referrals_referrer";--> statement-breakpoint
DROP INDEX "speed_test_results_user";--> statement-breakpoint
DROP INDEX "support_tickets_user";--> statement-breakpoint
CREATE INDEX "invoices_user" ON "invoices" USING btree ("user_id","issued_at","id");--> statement-breakpoint
CREATE INDEX "receipts_user" ON "receipts" USING btree ("user_id","issued_at");--> statement-breakpoint
CREATE INDEX "outbox_messages_recipient" ON "outbox_messages" USING btree ("recipient","id");--> statement-breakpoint
CREATE INDEX "payments_user" ON "payments" USING btree ("user_id","created_at","id");--> statement-breakpoint
CREATE INDEX "phone_codes_user" ON "phone_codes" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "phone_codes_phone" ON "phone_codes" USING btree ("phone","created_at");--> statement-breakpoint
CREATE INDEX "phone_codes_address" ON "phone_codes" USING btree ("address_prefix","created_at");--> statement-breakpoint
CREATE INDEX "referrals_referrer" ON "referrals" USING btree ("referrer_id","created_at");--> statement-breakpoint
CREATE INDEX "speed_test_results_user" ON "speed_test_results" USING btree ("user_id","timestamp");--> statement-breakpoint
CREATE INDEX "support_tickets_user" ON "support_tickets" USING btree ("user_id","updated_at");