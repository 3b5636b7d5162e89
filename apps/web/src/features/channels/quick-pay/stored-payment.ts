const STORAGE_KEY = 'quick-pay';

export type StoredPayment = { readonly reference: string; readonly token: string };

/** Keeps what shows the outcome of a payment in this window, for when the gateway sends its payer back. */
export function storePayment(payment: StoredPayment): void {
  sessionStorage.setItem(STORAGE_KEY, JSON.stringify(payment));
}

/** The payment that was opened last in this window; null without one. */
export function readStoredPayment(): StoredPayment | null {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(STORAGE_KEY) ?? 'null');
    if (typeof stored !== 'object' || stored === null) return null;
    const { reference, token } = stored as Partial<StoredPayment>;
    return typeof reference === 'string' && typeof token === 'string' ? { reference, token } : null;
  } catch {
    return null;
  }
}

/** Once its outcome was seen. */
export function forgetStoredPayment(): void {
  sessionStorage.removeItem(STORAGE_KEY);
}
