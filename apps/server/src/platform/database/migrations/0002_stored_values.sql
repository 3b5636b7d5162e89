-- Columns and stored values by the field's names. Every key that lets something happen once is
-- rewritten wherever it is stored, so that nothing is booked or told again under its new name.
DO $$
DECLARE
  renamed record;
  part record;
BEGIN
  FOR renamed IN
    SELECT * FROM (VALUES
      ('payments', 'sent_back', 'refunded_outside'),
      ('payments', 'checks', 'check_count'),
      ('payment_methods', 'expiry_told_at', 'expiry_notified_at'),
      ('auto_pay_consents', 'words', 'wording'),
      ('referrals', 'cleared_at', 'reward_approved_at'),
      ('subscription_periods', 'begun', 'has_started'),
      ('subscription_periods', 'taken_back_at', 'revoked_at'),
      ('gateway_discrepancies', 'ours', 'ledger_amount'),
      ('gateway_discrepancies', 'theirs', 'gateway_amount'),
      ('gateway_discrepancies', 'their_status', 'gateway_status'),
      ('access_reconciliations', 'compared_at', 'reconciled_at'),
      ('gateway_reconciliations', 'compared_until', 'reconciled_until'),
      ('usage_sessions', 'heard_at', 'last_packet_at'),
      ('outage_credit_lines', 'lost_ms', 'credit_ms'),
      ('support_tickets', 'contact_by', 'first_response_due_at'),
      ('support_tickets', 'resolve_by', 'resolution_due_at'),
      ('support_tickets', 'contacted_at', 'first_response_at'),
      ('notices', 'announced_at', 'published_at'),
      ('announcements', 'reached', 'delivered'),
      ('announcements', 'reached_until', 'delivered_until')
    ) AS names (owner, old, new)
  LOOP
    EXECUTE format('ALTER TABLE %I RENAME COLUMN %I TO %I', renamed.owner, renamed.old, renamed.new);
    -- On PostgreSQL 18 "not null" is a constraint that is named after its column.
    FOR part IN
      SELECT conname AS name FROM pg_constraint
      WHERE conrelid = renamed.owner::regclass AND position(renamed.old IN conname) > 0
    LOOP
      EXECUTE format('ALTER TABLE %I RENAME CONSTRAINT %I TO %I', renamed.owner, part.name,
        replace(part.name, renamed.old, renamed.new));
    END LOOP;
  END LOOP;
  ALTER INDEX "notices_to_announce" RENAME TO "notices_to_publish";
END $$;
--> statement-breakpoint
-- Audit records refuse every change. Nobody else can write to the table until this transaction ends.
ALTER TABLE "audit_records" DISABLE TRIGGER "audit_records_append_only";
--> statement-breakpoint
DO $$
DECLARE
  renamed record;
BEGIN
  FOR renamed IN
    SELECT * FROM (VALUES
      ('payment_events', 'source', 'sweep', 'polling'),
      ('payment_events', 'source', 'comparison', 'reconciliation'),
      ('payment_events', 'kind', 'sent-back-there', 'refunded-outside'),
      ('payment_events', 'kind', 'sent-back-booked', 'external-refund-recorded'),
      ('payment_events', 'kind', 'period-granted', 'period-added'),
      ('payment_events', 'kind', 'under-way-again', 'reopened'),
      ('gateway_discrepancies', 'kind', 'sent-back', 'refunded-outside'),
      ('gateway_discrepancies', 'kind', 'not-in-books', 'unknown-reference'),
      ('notices', 'kind', 'payment-checked', 'payment-in-review'),
      ('notices', 'kind', 'outage-compensated', 'outage-credited'),
      ('notices', 'kind', 'auto-pay-ahead', 'auto-pay-upcoming'),
      ('outage_credit_lines', 'state', 'given', 'credited'),
      ('radius_actions', 'reason', 'returned', 'restored'),
      ('audit_records', 'action', 'payment.sent-back', 'payment.external-refund'),
      ('audit_records', 'action', 'payment.difference-closed', 'payment.discrepancy-closed'),
      ('audit_records', 'action', 'network.settle-line', 'network.sync-line'),
      ('audit_records', 'action', 'referral.clear', 'referral.approve-reward')
    ) AS names (owner, place, old, new)
  LOOP
    EXECUTE format('UPDATE %1$I SET %2$I = %4$L WHERE %2$I = %3$L',
      renamed.owner, renamed.place, renamed.old, renamed.new);
  END LOOP;
  FOR renamed IN
    SELECT * FROM (VALUES
      ('surplus:', 'overpayment:'),
      ('sent-back:', 'external-refund:'),
      ('auto-pay-ahead:', 'auto-pay-upcoming:'),
      ('ticket-desk:', 'staff-ticket:'),
      ('chat-desk:', 'unattended-chat:')
    ) AS prefixes (old, new)
  LOOP
    UPDATE "ledger_entries" SET "transaction_key" = renamed.new || substr("transaction_key", length(renamed.old) + 1)
      WHERE starts_with("transaction_key", renamed.old);
    UPDATE "notices" SET "notice_key" = renamed.new || substr("notice_key", length(renamed.old) + 1)
      WHERE starts_with("notice_key", renamed.old);
    UPDATE "outbox_messages" SET "message_key" = renamed.new || substr("message_key", length(renamed.old) + 1)
      WHERE starts_with("message_key", renamed.old);
  END LOOP;
  -- A push holds its notice as JSON until it is delivered. Quotes within a value are escaped there.
  FOR renamed IN
    SELECT '"kind":"' || old || '"' AS old, '"kind":"' || new || '"' AS new FROM (VALUES
      ('payment-checked', 'payment-in-review'),
      ('outage-compensated', 'outage-credited'),
      ('auto-pay-ahead', 'auto-pay-upcoming')
    ) AS kinds (old, new)
  LOOP
    UPDATE "outbox_messages" SET "text" = replace("text", renamed.old, renamed.new)
      WHERE "channel" = 'push' AND position(renamed.old IN "text") > 0;
  END LOOP;
  UPDATE "audit_records" SET "before" = "before" || jsonb_build_object('kind',
      CASE "before" ->> 'kind' WHEN 'sent-back' THEN 'refunded-outside' ELSE 'unknown-reference' END)
    WHERE "action" = 'payment.discrepancy-closed' AND "before" ->> 'kind' IN ('sent-back', 'not-in-books');
  FOR renamed IN
    SELECT * FROM (VALUES
      ('payment.external-refund', 'sentBack', 'refundedOutside'),
      ('ticket.change', 'contactBy', 'firstResponseDueAt'),
      ('ticket.change', 'resolveBy', 'resolutionDueAt'),
      ('ticket.change', 'contactedAt', 'firstResponseAt'),
      ('announcement.stop', 'reached', 'delivered')
    ) AS fields (action, old, new)
  LOOP
    UPDATE "audit_records"
      SET "before" = ("before" - renamed.old) || jsonb_build_object(renamed.new, "before" -> renamed.old)
      WHERE "action" = renamed.action AND "before" ? renamed.old;
    UPDATE "audit_records"
      SET "after" = ("after" - renamed.old) || jsonb_build_object(renamed.new, "after" -> renamed.old)
      WHERE "action" = renamed.action AND "after" ? renamed.old;
  END LOOP;
END $$;
--> statement-breakpoint
ALTER TABLE "audit_records" ENABLE TRIGGER "audit_records_append_only";
