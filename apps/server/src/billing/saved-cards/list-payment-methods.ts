import type { PaymentMethod } from '@portal/contract/billing/payments';
import { cardLabel } from '../auto-pay/auto-pay.policy.ts';
import type { AutoPayParts } from '../auto-pay/auto-pay-dependencies.ts';
import { listOwnPaymentMethods } from './saved-card.repository.ts';

/** One customer's saved payment methods, the default first, each named so that its owner recognises it and nobody could pay with it. */
export async function listPaymentMethods(
  parts: Pick<AutoPayParts, 'database' | 'gateways'>,
  userId: number,
): Promise<PaymentMethod[]> {
  const rows = await listOwnPaymentMethods(parts.database, userId);
  return rows.map((row) => ({
    id: row.id,
    provider: row.provider,
    label: cardLabel(row, gatewayName(parts, row.provider)),
    expires: row.cardExpiry,
    isDefault: row.isDefault,
    createdAt: row.createdAt.toISOString(),
  }));
}

/** The name of a gateway; its id where it is not configured any more. */
export function gatewayName({ gateways }: { readonly gateways: readonly { id: string; name: string }[] }, id: string) {
  return gateways.find((gateway) => gateway.id === id)?.name ?? id;
}
