import type { Transaction } from '../../platform/database/connection.ts';
import { mandateLabel, methodLabel } from '../auto-pay/auto-pay.policy.ts';
import { endConsents, listChargeable } from '../auto-pay/consent.repository.ts';
import type { BillingDependencies } from '../billing-dependencies.ts';
import { findLineOf } from '../lines/line.repository.ts';
import { gatewayName } from '../saved-cards/list-payment-methods.ts';
import { removeOwnMethod } from '../saved-cards/saved-card.repository.ts';
import { type EndReason, type MandateRow, moveMandate } from './mandate.repository.ts';

type Ending = {
  readonly mandate: MandateRow;
  readonly reason: EndReason;
  /** When the vendor is told; null where it knows. */
  readonly tellVendorAt: Date | null;
  readonly now: Date;
};

/**
 * Ends a mandate in the given transaction, in which the subscriptions of its account and the mandate are
 * locked: it is not charged from then on, and auto-pay ends where nothing else is charged. Returns the
 * subscriptions that were charged to it; none where it had ended before.
 */
export async function endMandate(tx: Transaction, { mandate, reason, tellVendorAt, now }: Ending): Promise<string[]> {
  const change = { endedAt: now, endReason: reason, approvalUrl: null, nextCheckAt: tellVendorAt };
  const ended = await moveMandate(tx, mandate.id, ['awaiting-approval', 'approved', 'active'], {
    ...change,
    status: 'revoked',
  });
  if (!ended || ended.paymentMethodId === null) return [];
  await removeOwnMethod(tx, mandate.userId, ended.paymentMethodId, now);
  const endReason = reason === 'bank' ? 'revoked' : reason === 'replaced' ? 'replaced' : 'card-removed';
  return endConsents(tx, { paymentMethodId: ended.paymentMethodId }, endReason, now);
}

/**
 * Ends a mandate that its bank or the vendor has ended, likewise, and tells its owner what pays the next
 * bill. Does nothing for one that has ended.
 */
export async function recordRevocation(
  deps: Pick<BillingDependencies, 'gateways' | 'notify'>,
  tx: Transaction,
  { mandate, now }: { readonly mandate: MandateRow; readonly now: Date },
): Promise<void> {
  const stopped = await endMandate(tx, { mandate, reason: 'bank', tellVendorAt: null, now });
  const chargeable = await listChargeable(tx, stopped);
  const label = mandateLabel(mandate.bankName, mandate.lastFour);
  for (const subscriptionId of stopped) {
    const told = { customerId: mandate.userId, lineId: await findLineOf(tx, subscriptionId) };
    const key = `mandate-revoked:${mandate.id}:${subscriptionId}`;
    const other = chargeable.get(subscriptionId)?.[0]?.method;
    await deps.notify(
      tx,
      other
        ? {
            key,
            kind: 'mandate-revoked-goes-on',
            ...told,
            values: { account: label, other: methodLabel(other, gatewayName(deps.gateways, other.provider)) },
          }
        : { key, kind: 'mandate-revoked', ...told, values: { account: label } },
    );
  }
}
