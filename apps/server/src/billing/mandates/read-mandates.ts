import { MANDATE_CONSENT, type Mandate, type Mandates } from '@portal/contract/billing/payments/mandates';
import type { BillingDependencies } from '../billing-dependencies.ts';
import { directDebitGateways } from './direct-debit-gateways.ts';
import { listOwnMandates, type MandateRow } from './mandate.repository.ts';

/** A mandate as its owner sees it. */
export function presentMandate(row: MandateRow): Mandate {
  const since = row.endedAt ?? row.activeAt ?? row.approvedAt ?? row.createdAt;
  return {
    id: row.id,
    status: row.status,
    bank: row.bankName,
    lastFour: row.lastFour,
    paymentMethodId: row.status === 'active' ? row.paymentMethodId : null,
    approvalUrl: row.status === 'awaiting-approval' ? row.approvalUrl : null,
    endReason: row.endReason,
    createdAt: row.createdAt.toISOString(),
    since: since.toISOString(),
  };
}

const isOver = ({ status }: MandateRow) => status === 'revoked' || status === 'failed';

/** A customer's mandates: those that are not over, and where the newest is over, that one. */
export async function readMandates(
  deps: Pick<BillingDependencies, 'database' | 'gateways'>,
  userId: number,
): Promise<Mandates> {
  const rows = await listOwnMandates(deps.database, userId);
  const shown = rows.filter((row, index) => !isOver(row) || (index === 0 && row.endReason !== 'not-opened'));
  return {
    isOffered: directDebitGateways(deps.gateways).length > 0,
    consent: MANDATE_CONSENT,
    mandates: shown.map(presentMandate),
  };
}
