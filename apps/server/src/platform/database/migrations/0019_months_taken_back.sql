-- Months that ended because their money went back, before that was noted: a month that its customer kept did not end then.
UPDATE "subscription_periods" SET "taken_back_at" = p."updated_at", "begun" = true
FROM "payments" p
WHERE p."id" = "subscription_periods"."payment_id" AND p."status" IN ('refunded', 'disputed')
  AND NOT EXISTS (SELECT 1 FROM "refunds" r WHERE r."payment_id" = p."id" AND r."status" = 'done' AND r."keep_service")
  AND ("subscription_periods"."ends_at" <= p."updated_at"
    OR "subscription_periods"."ends_at" <= "subscription_periods"."starts_at" + interval '1 millisecond');
