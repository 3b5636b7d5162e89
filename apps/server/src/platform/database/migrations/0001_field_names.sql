-- Tables and columns by the field's names. What PostgreSQL names after a table is renamed with it:
-- constraints (on 18 those of "not null" too), indexes and sequences.
DO $$
DECLARE
  renamed record;
  part record;
BEGIN
  FOR renamed IN
    SELECT * FROM (VALUES
      ('bought_bundles', 'data_bundle_purchases'),
      ('gateway_comparisons', 'gateway_reconciliations'),
      ('gateway_differences', 'gateway_discrepancies'),
      ('network_actions', 'radius_actions'),
      ('network_comparisons', 'access_reconciliations'),
      ('network_differences', 'access_mismatches'),
      ('outage_compensation_lines', 'outage_credit_lines'),
      ('outage_compensations', 'outage_credits'),
      ('unusable_packets', 'rejected_packets')
    ) AS names (old, new)
  LOOP
    EXECUTE format('ALTER TABLE %I RENAME TO %I', renamed.old, renamed.new);
    FOR part IN
      SELECT conrelid::regclass AS owner, conname AS name FROM pg_constraint
      WHERE connamespace = 'public'::regnamespace AND position(renamed.old IN conname) > 0
    LOOP
      EXECUTE format('ALTER TABLE %s RENAME CONSTRAINT %I TO %I', part.owner, part.name,
        replace(part.name, renamed.old, renamed.new));
    END LOOP;
    FOR part IN
      SELECT relname AS name, CASE relkind WHEN 'i' THEN 'INDEX' ELSE 'SEQUENCE' END AS kind FROM pg_class
      WHERE relnamespace = 'public'::regnamespace AND relkind IN ('i', 'S') AND position(renamed.old IN relname) > 0
    LOOP
      EXECUTE format('ALTER %s %I RENAME TO %I', part.kind, part.name, replace(part.name, renamed.old, renamed.new));
    END LOOP;
  END LOOP;
  -- PostgreSQL had cut these names off at 63 characters.
  ALTER TABLE "outage_credit_lines" RENAME CONSTRAINT "outage_credit_lines_incident_id_outage_credits_inci"
    TO "outage_credit_lines_incident_id_outage_credits_incident_id_fk";
  ALTER TABLE "outage_credit_lines" RENAME CONSTRAINT "outage_credit_lines_subscription_id_user_subscriptions_id"
    TO "outage_credit_lines_subscription_id_user_subscriptions_id_fk";
  ALTER TABLE "staff_second_factors" RENAME COLUMN "sealed_secret" TO "encrypted_secret";
  FOR part IN
    SELECT conname AS name FROM pg_constraint
    WHERE connamespace = 'public'::regnamespace AND position('sealed_secret' IN conname) > 0
  LOOP
    EXECUTE format('ALTER TABLE staff_second_factors RENAME CONSTRAINT %I TO %I', part.name,
      replace(part.name, 'sealed_secret', 'encrypted_secret'));
  END LOOP;
END $$;
