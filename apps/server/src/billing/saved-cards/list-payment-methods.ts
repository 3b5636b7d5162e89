import type { PaymentMethod } from '@portal/contract/billing/payments/payments';
import { methodLabel } from '../auto-pay/auto-pay.policy.ts';
import { cardGateways } from '../auto-pay/card-gateways.ts';
import type { BillingDependencies } from '../billing-dependencies.ts';
import type { Gateway } from '../payments/gateways/gateway.port.ts';
import { listOwnPaymentMethods } from './saved-card.repository.ts';

/**
 * One customer's saved payment methods, the default first, each with a label that its owner
 * recognises and that is useless for paying.
 */
export async function listPaymentMethods(
  deps: Pick<BillingDependencies, 'database' | 'gateways'>,
  userId: number,
): Promise<PaymentMethod[]> {
  const rows = await listOwnPaymentMethods(deps.database, userId);
  return rows.map((row) => ({
    id: row.id,
    provider: row.provider,
    kind: row.kind,
    label: methodLabel(row, gatewayName(cardGateways(deps.gateways), row.provider)),
    expires: row.cardExpiry,
    isDefault: row.isDefault,
    isPaused: row.pausedAt !== null,
    createdAt: row.createdAt.toISOString(),
  }));
}

/** The name of a gateway; its id where it is not configured any more. */
export function gatewayName(gateways: readonly Pick<Gateway, 'id' | 'name'>[], id: string): string {
  return gateways.find((gateway) => gateway.id === id)?.name ?? id;
}
