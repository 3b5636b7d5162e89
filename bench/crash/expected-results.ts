/** A result that the portal answered with 2xx: from then on it must hold after any failure. */
export type ExpectedResult =
  | { readonly kind: 'registered'; readonly email: string }
  | { readonly kind: 'chosen'; readonly email: string; readonly subscriptionId: string }
  | { readonly kind: 'opened'; readonly email: string; readonly reference: string; readonly amount: number }
  | { readonly kind: 'paid'; readonly email: string; readonly reference: string; readonly receiptNumber: string };

/** The answers to customers, and every answer that was itself wrong. */
export type ExpectedResults = {
  readonly results: ExpectedResult[];
  readonly defects: string[];
};

export function createExpectedResults(): ExpectedResults {
  return { results: [], defects: [] };
}
