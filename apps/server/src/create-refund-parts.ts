import { toKobo } from '@portal/kernel/money';
import { recordAudit } from './features/audit/record-audit.ts';
import type { PaymentParts } from './features/payment/payment-parts.port.ts';
import type { RefundParts } from './features/payment/refund-parts.port.ts';
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
    ...{ endBoughtPeriod, findBoughtPeriod, recordAudit, announceChange: parts.announceChange },
    approvalAboveKobo: toKobo(parts.config.refundApprovalAboveNaira * 100),
  };
}
