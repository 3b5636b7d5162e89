import { toKobo } from '@portal/kernel/money';
import { endBoughtBundle, findBoughtBundle } from './billing/data-bundles/buy-bundle.ts';
import { issueCreditNote } from './billing/invoices/issue-credit-note.ts';
import { voidInvoices } from './billing/invoices/void-invoices.ts';
import type { PaymentParts } from './billing/payments/payment-dependencies.ts';
import { reachedTiers } from './billing/referrals/tier.policy.ts';
import type { BoughtPeriod, RefundParts } from './billing/refunds/refund-dependencies.ts';
import { endBoughtPeriod, findBoughtPeriod } from './billing/subscriptions/end-bought-period.ts';
import { undoUpgrade } from './billing/subscriptions/upgrades/reverse-upgrade.ts';
import { isUnderUpgrade } from './billing/subscriptions/upgrades/upgrade.repository.ts';
import { recordAudit } from './identity/audit/record-audit.ts';
import { findUsedOf } from './network/usage/bought-data.ts';
import type { Queryable } from './platform/database/connection.ts';
import { lockCustomer } from './platform/database/lock-customer.ts';

/** What a payment bought: a month or extra data; a payment buys one thing. */
async function findBought(queryable: Queryable, paymentId: string): Promise<BoughtPeriod | null> {
  const month = await findBoughtPeriod(queryable, paymentId);
  if (month) return { kind: 'month', startsAt: month.startsAt, endsAt: month.endsAt, isLast: month.isLast };
  const data = await findBoughtBundle({ findUsedOf }, queryable, paymentId);
  return data && { kind: 'bundle', startsAt: data.startsAt, endsAt: data.endsAt, isLast: !data.isUsed };
}

/** What staff's decisions about payments are made of. */
export function createRefundParts(
  payments: PaymentParts,
  parts: {
    readonly config: { readonly refundApprovalAboveNaira: number };
  },
): RefundParts {
  return {
    ...payments,
    findBoughtPeriod: findBought,
    endBoughtPeriod: async (tx, order) =>
      (await endBoughtPeriod({ voidInvoices }, tx, order)) ||
      (await undoUpgrade(tx, order)) ||
      endBoughtBundle(tx, order),
    ...{ isUnderUpgrade, issueCreditNote, recordAudit },
    lockRewards: (tx, referrerId) => lockCustomer(tx, 'referral-rewards', referrerId),
    tierNames: reachedTiers(Number.POSITIVE_INFINITY).map(({ name }) => name),
    reachedTiers: (count) => reachedTiers(count).map(({ name }) => name),
    approvalAboveKobo: toKobo(parts.config.refundApprovalAboveNaira * 100),
  };
}
