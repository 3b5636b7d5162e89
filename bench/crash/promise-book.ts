/** Something that the portal answered with 2xx: from then on it must be true, whatever happens. */
export type KeptPromise =
  | { readonly kind: 'registered'; readonly email: string }
  | { readonly kind: 'chosen'; readonly email: string; readonly subscriptionId: string }
  | { readonly kind: 'opened'; readonly email: string; readonly reference: string; readonly amount: number }
  | { readonly kind: 'paid'; readonly email: string; readonly reference: string; readonly receiptNumber: string };

/** What was promised to customers, and every answer that was wrong in itself. */
export type PromiseBook = {
  readonly promises: KeptPromise[];
  readonly defects: string[];
};

export function createPromiseBook(): PromiseBook {
  return { promises: [], defects: [] };
}
