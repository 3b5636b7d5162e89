/**
 * The product of a payment: the next month of a plan, an upgrade for the rest of the current month,
 * or a data bundle for it.
 */
export type Purchase =
  | { readonly purpose: 'period' | 'upgrade'; readonly planId: string }
  | { readonly purpose: 'bundle'; readonly bundleId: string };

/**
 * The product in an address: `/payment?plan=…`, for an immediate upgrade
 * `/payment?plan=…&for=upgrade`, for a data bundle `/payment?bundle=…`; null without one.
 */
export function readPurchase(search: URLSearchParams): Purchase | null {
  const bundleId = search.get('bundle');
  if (bundleId) return { purpose: 'bundle', bundleId };
  const planId = search.get('plan');
  return planId ? { planId, purpose: search.get('for') === 'upgrade' ? 'upgrade' : 'period' } : null;
}

/** The fields of a payment call beside the plan of its quote. */
export function purchaseFields(purchase: Purchase): { purpose?: 'upgrade'; bundle?: string } {
  if (purchase.purpose === 'bundle') return { bundle: purchase.bundleId };
  return purchase.purpose === 'upgrade' ? { purpose: 'upgrade' } : {};
}
