import { toKobo } from '@portal/kernel/money';
import type { Queryable } from './database/connection.ts';
import { lockCustomer } from './database/lock-customer.ts';
import { recordAudit } from './features/audit/record-audit.ts';
import { endBoughtBundle, findBoughtBundle } from './features/data-bundle/buy-bundle.ts';
import { issueCreditNote } from './features/invoice/issue-credit-note.ts';
import { voidInvoices } from './features/invoice/void-invoices.ts';
import type { PaymentParts } from './features/payment/payment-parts.port.ts';
import type { BoughtPeriod, RefundParts } from './features/payment/refund-parts.port.ts';
import { reachedTiers } from './features/referral/tier.policy.ts';
import { endBoughtPeriod, findBoughtPeriod } from './features/subscription/end-bought-period.ts';
import { undoUpgrade } from './features/subscription/undo-upgrade.ts';
import { isUnderUpgrade } from './features/subscription/upgrade.repository.ts';
import { findUsedOf } from './features/usage/bought-data.ts';

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
