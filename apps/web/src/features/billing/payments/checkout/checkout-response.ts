import type { initializePayment } from '@portal/contract/billing/payments/payments';
import type { Answer } from '../../../../shared/api/call-endpoint.ts';
import { webAddress } from './stored-payment.ts';

export type Checkout = { readonly url: string; readonly reference: string };

/**
 * The gateway's page and the payment's reference, under whichever names the gateway uses; null when
 * either is missing or the page is not http(s).
 */
export function readCheckout({ data }: Answer<typeof initializePayment>): Checkout | null {
  const url = webAddress(data.authorization_url ?? data.link ?? data.payment_url);
  const reference = data.reference ?? data.tx_ref ?? data.transaction_id;
  return url && reference ? { url, reference } : null;
}
