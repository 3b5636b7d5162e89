import type { PaymentMethod } from '@portal/contract/billing/payments';
import { cardLabel } from '../auto-pay/auto-pay.policy.ts';
import type { AutoPayDependencies } from '../auto-pay/auto-pay-dependencies.ts';
import { listOwnPaymentMethods } from './saved-card.repository.ts';

/** One customer's saved payment methods, the default first, each named so that its owner recognises it and nobody could pay with it. */
export async function listPaymentMethods(
  deps: Pick<AutoPayDependencies, 'database' | 'gateways'>,
  userId: number,
): Promise<PaymentMethod[]> {
  const rows = await listOwnPaymentMethods(deps.database, userId);
  return rows.map((row) => ({
    id: row.id,
    provider: row.provider,
    label: cardLabel(row, gatewayName(deps, row.provider)),
    expires: row.cardExpiry,
    isDefault: row.isDefault,
    createdAt: row.createdAt.toISOString(),
  }));
}

/** The name of a gateway; its id where it is not configured any more. */
export function gatewayName({ gateways }: { readonly gateways: readonly { id: string; name: string }[] }, id: string) {
  return gateways.find((gateway) => gateway.id === id)?.name ?? id;
}
