import { toKobo } from '@portal/kernel/money';
import { lockCustomer } from './database/lock-customer.ts';
import { recordAudit } from './features/audit/record-audit.ts';
import { issueCreditNote } from './features/invoice/issue-credit-note.ts';
import type { PaymentParts } from './features/payment/payment-parts.port.ts';
import type { RefundParts } from './features/payment/refund-parts.port.ts';
import { reachedTiers } from './features/referral/tier.policy.ts';
import { endBoughtPeriod, findBoughtPeriod } from './features/subscription/end-bought-period.ts';
import type { AnnounceChange } from './live/changes.ts';

/** What staff's decisions about payments are made of. */
export function createRefundParts(
  payments: PaymentParts,
  parts: {
    readonly config: { readonly refundApprovalAboveNaira: number };
    readonly announceChange: AnnounceChange;
  },
): RefundParts {
  return {
    ...payments,
    ...{ endBoughtPeriod, findBoughtPeriod, issueCreditNote, recordAudit, announceChange: parts.announceChange },
    lockRewards: (tx, referrerId) => lockCustomer(tx, 'referral-rewards', referrerId),
    tierNames: reachedTiers(Number.POSITIVE_INFINITY).map(({ name }) => name),
    reachedTiers: (count) => reachedTiers(count).map(({ name }) => name),
    approvalAboveKobo: toKobo(parts.config.refundApprovalAboveNaira * 100),
  };
}
