export const E_INVOICE_STATES = ['waiting', 'refused', 'registered'] as const;
export type EInvoiceState = (typeof E_INVOICE_STATES)[number];

/** Which documents are shown: null and an empty text limit nothing. */
export type EInvoiceFilter = { readonly state: EInvoiceState | null; readonly search: string };

export const E_INVOICES_PAGE = '/admin/accounting/e-invoices';

/** What the address of the page says. */
export function eInvoiceFilterOf(params: URLSearchParams): EInvoiceFilter {
  const state = E_INVOICE_STATES.find((each) => each === params.get('state')) ?? null;
  return { state, search: params.get('search')?.trim().slice(0, 64) ?? '' };
}

/** The address of a choice. */
export function eInvoicesAddress({ state, search }: EInvoiceFilter): string {
  const params = new URLSearchParams({ ...(state && { state }), ...(search && { search }) });
  const query = params.toString();
  return query === '' ? E_INVOICES_PAGE : `${E_INVOICES_PAGE}?${query}`;
}
