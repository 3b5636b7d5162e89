/**
 * The product of a payment: the next month of a plan, an upgrade for the rest of the current month,
 * a data bundle for it, or a one-off charge.
 */
export type Purchase =
  | { readonly purpose: 'period' | 'upgrade'; readonly planId: string }
  | { readonly purpose: 'bundle'; readonly bundleId: string }
  | { readonly purpose: 'charge'; readonly invoiceNumber: string };

/**
 * The product in an address: `/payment?plan=…`, for an immediate upgrade
 * `/payment?plan=…&for=upgrade`, for a data bundle `/payment?bundle=…`, for a
 * charge `/payment?charge=…`; null without one.
 */
export function readPurchase(search: URLSearchParams): Purchase | null {
  const bundleId = search.get('bundle');
  if (bundleId) return { purpose: 'bundle', bundleId };
  const invoiceNumber = search.get('charge');
  if (invoiceNumber) return { purpose: 'charge', invoiceNumber };
  const planId = search.get('plan');
  return planId ? { planId, purpose: search.get('for') === 'upgrade' ? 'upgrade' : 'period' } : null;
}

/** The fields of a payment call beside the plan of its quote. */
export function purchaseFields(purchase: Purchase): {
  purpose?: 'upgrade';
  bundle?: string;
  charge?: string;
} {
  if (purchase.purpose === 'bundle') return { bundle: purchase.bundleId };
  if (purchase.purpose === 'charge') return { charge: purchase.invoiceNumber };
  return purchase.purpose === 'upgrade' ? { purpose: 'upgrade' } : {};
}
