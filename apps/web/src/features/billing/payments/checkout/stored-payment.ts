import { parseUrl } from '@portal/kernel/parse-url';

/** Identifies a payment: its reference and its gateway. */
export type PaymentKeys = { readonly reference: string; readonly gateway: string };

/**
 * `checkoutUrl` is the gateway's page, stored so that an unfinished payment can be resumed; null
 * when it is unknown.
 */
export type StoredPayment = PaymentKeys & { readonly checkoutUrl: string | null };

/** The first two names are the specification's (section 3, Browser-stored). */
const REFERENCE_KEY = 'payment_reference';
const GATEWAY_KEY = 'payment_gateway';
const CHECKOUT_KEY = 'payment_checkout_url';

type KeyValueStore = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** The payment this browser opened last and has not seen succeed, or null. */
export function readStoredPayment(store: KeyValueStore | null = browserStore()): StoredPayment | null {
  const reference = store?.getItem(REFERENCE_KEY);
  const gateway = store?.getItem(GATEWAY_KEY);
  if (!reference || !gateway) return null;
  return { reference, gateway, checkoutUrl: webAddress(store?.getItem(CHECKOUT_KEY)) };
}

/**
 * Stores a payment in place of the one before. A browser that refuses storage loses it; the server
 * does not.
 */
export function storePayment(payment: StoredPayment, store: KeyValueStore | null = browserStore()): void {
  try {
    store?.setItem(REFERENCE_KEY, payment.reference);
    store?.setItem(GATEWAY_KEY, payment.gateway);
    if (payment.checkoutUrl) store?.setItem(CHECKOUT_KEY, payment.checkoutUrl);
    else store?.removeItem(CHECKOUT_KEY);
  } catch {
    // a full or read-only store: the payments list still finds the payment
  }
}

/** Forgets the payment `reference`; a newer one stays. */
export function clearStoredPayment(reference: string, store: KeyValueStore | null = browserStore()): void {
  if (store?.getItem(REFERENCE_KEY) === reference) forgetStoredPayment(store);
}

/**
 * Forgets whatever payment this browser knows: the next person here is another. The server
 * remembers it for its owner.
 */
export function forgetStoredPayment(store: KeyValueStore | null = browserStore()): void {
  for (const key of [REFERENCE_KEY, GATEWAY_KEY, CHECKOUT_KEY]) store?.removeItem(key);
}

/** The address when it is an absolute http or https one, else null: nothing else may be opened. */
export function webAddress(text: string | null | undefined): string | null {
  const url = parseUrl(text ?? '');
  return url?.protocol === 'https:' || url?.protocol === 'http:' ? url.href : null;
}

/** Reading `localStorage` itself throws where the browser forbids storage. */
function browserStore(): KeyValueStore | null {
  try {
    return localStorage;
  } catch {
    return null;
  }
}
