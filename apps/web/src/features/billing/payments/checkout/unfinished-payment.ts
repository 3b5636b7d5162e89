import type { PaymentView } from '@portal/contract/billing/payments/payments';
import type { StoredPayment } from './stored-payment.ts';

export type UnfinishedPayment = StoredPayment & { readonly amountNaira: number | null };

/**
 * The payment that a returning customer should finish, or null. The server's list decides; the
 * browser's stored payment only selects one of several, and has its page. A charge by auto-pay is
 * not the customer's to finish: that would pay twice. Another customer's reference, left on a
 * shared device, is not in the list and is ignored. `payments` is undefined when the list could not
 * be loaded: then the stored one is offered as it is.
 */
export function findUnfinished(
  payments: readonly PaymentView[] | undefined,
  stored: StoredPayment | null,
): UnfinishedPayment | null {
  if (payments === undefined) return stored && { ...stored, amountNaira: null };
  const open = payments.filter(
    ({ status, automatic }) => (status === 'initialized' || status === 'pending') && automatic !== true,
  );
  const chosen = open.find(({ reference }) => reference === stored?.reference) ?? open[0];
  if (!chosen) return null;
  const checkoutUrl = chosen.reference === stored?.reference ? stored.checkoutUrl : null;
  return { reference: chosen.reference, gateway: chosen.gateway, checkoutUrl, amountNaira: chosen.amount };
}
