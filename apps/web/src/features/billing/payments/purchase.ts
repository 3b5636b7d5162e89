/**
 * What a payment is to buy: the next month of a plan, a dearer plan at once for the rest of the
 * month under way, or extra data for it.
 */
export type Purchase =
  | { readonly purpose: 'period' | 'upgrade'; readonly planId: string }
  | { readonly purpose: 'bundle'; readonly bundleId: string };

/**
 * What an address asks to pay for: `/payment?plan=…`, for a plan at once
 * `/payment?plan=…&for=upgrade`, for extra data `/payment?bundle=…`; null where it names nothing.
 */
export function readPurchase(search: URLSearchParams): Purchase | null {
  const bundleId = search.get('bundle');
  if (bundleId) return { purpose: 'bundle', bundleId };
  const planId = search.get('plan');
  return planId ? { planId, purpose: search.get('for') === 'upgrade' ? 'upgrade' : 'period' } : null;
}

/** What a call that pays says beside the plan of its quote. */
export function purchaseFields(purchase: Purchase): { purpose?: 'upgrade'; bundle?: string } {
  if (purchase.purpose === 'bundle') return { bundle: purchase.bundleId };
  return purchase.purpose === 'upgrade' ? { purpose: 'upgrade' } : {};
}
