import type { PaymentMethod } from '@portal/contract/payment';
import { listOwnPaymentMethods } from './payment-method.repository.ts';
import type { PaymentParts } from './payment-parts.port.ts';

/** One customer's saved payment methods, the default first, each named so that its owner recognises it and nobody could pay with it. */
export async function listPaymentMethods(
  parts: Pick<PaymentParts, 'database' | 'gateways'>,
  userId: number,
): Promise<PaymentMethod[]> {
  const rows = await listOwnPaymentMethods(parts.database, userId);
  return rows.map(({ id, provider, isDefault, cardBrand, cardLastFour, cardExpiry, createdAt }) => {
    const gatewayName = parts.gateways.find((gateway) => gateway.id === provider)?.name ?? provider;
    const label = cardLastFour ? `${cardBrand ?? 'Card'} ending ${cardLastFour}` : `Saved at ${gatewayName}`;
    return { id, provider, label, expires: cardExpiry, isDefault, createdAt: createdAt.toISOString() };
  });
}
