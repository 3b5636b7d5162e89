import type { Payer } from './payer.ts';

/** The ways to pay, as the table of the month names them. */
export const WAYS = {
  checkout: 'Own payment, at a gateway',
  'two gateways': 'Own payment, at two gateways at once',
  'quick pay by account number': 'Quick pay, by account number',
  'quick pay by telephone': 'Quick pay, by telephone number',
  'quick pay by link': 'Quick pay, by link code',
  'quick pay in two tabs': 'Quick pay, in two tabs at once',
  'link by USSD': 'Link that USSD has texted',
  'account number': 'Transfer to an account number',
  'voucher on the web': 'Voucher, on the web',
  'voucher by USSD': 'Voucher, by USSD',
  'voucher by USSD for another': 'Voucher, by USSD, for another',
  'voucher by text': 'Voucher, by text',
  'voucher at the counter': 'Voucher, at the counter',
  'voucher at an agent': 'Voucher, at an agent',
  'cash at an agent': 'Cash, at an agent',
  'counter in cash': 'Counter, in cash',
  'counter by card': 'Counter, by card',
  'counter by deposit': 'Counter, deposit slip',
  'saved card': 'Auto-Pay, saved card',
  mandate: 'Auto-Pay, bank mandate',
} as const;
export type Way = keyof typeof WAYS;

/** A payment that somebody has made, from the moment on at which its money was there. */
export type ExpectedPayment = {
  readonly payer: Payer;
  readonly way: Way;
  /** Who holds the money first: a gateway, a method of the counter, `voucher` or `agent`. */
  readonly gateway: string;
  readonly kobo: number;
  /** What the sandbox knows it by, where a gateway holds it. */
  readonly reference: string | null;
  readonly at: Date;
  isUndone: boolean;
};

/** What the acts of a month have paid: the other side of what the portal says. */
export function createExpectedPayments(clock: () => Date) {
  const paid: ExpectedPayment[] = [];
  const opened = new Set<string>();
  return {
    paid,
    /** Opened at a gateway by an act: no charge of Auto-Pay. */
    opened,
    /** Notes that money is there. */
    add: (
      payment: Omit<ExpectedPayment, 'at' | 'isUndone' | 'reference'> & { readonly reference?: string },
    ): ExpectedPayment => {
      const expected: ExpectedPayment = { reference: null, ...payment, at: clock(), isUndone: false };
      if (expected.reference !== null) opened.add(expected.reference);
      paid.push(expected);
      return expected;
    },
  };
}
