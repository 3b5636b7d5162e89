/** What somebody owes, oldest first, and their credit, in naira. */
export type Owed = {
  readonly due: readonly { readonly label: string; readonly invoiceNumber: string | null; readonly amount: number }[];
  readonly credit: number;
  /** What is due after the credit. */
  readonly total: number;
  readonly isCompany: boolean;
};

export type PaymentEffect = {
  /** What the money pays, in naira. */
  readonly paid: readonly { readonly label: string; readonly amount: number }[];
  /** What becomes account credit, or is used of it, where that is negative. */
  readonly credited: number;
  readonly left: number;
};

const kobo = (naira: number) => Math.round(naira * 100);

/** A company pays its invoices in parts, the oldest first, with money and withheld tax. */
function effectOnInvoices({ due, total }: Pick<Owed, 'due' | 'total'>, amount: number): PaymentEffect {
  let rest = kobo(amount);
  const paid = due.flatMap(({ label, invoiceNumber, amount: owed }) => {
    const part = Math.min(rest, kobo(owed));
    rest -= part;
    return part > 0 ? [{ label: invoiceNumber ?? label, amount: part / 100 }] : [];
  });
  return { paid, credited: rest / 100, left: Math.max(0, kobo(total) - kobo(amount)) / 100 };
}

/**
 * What a sum would do: it pays what is due, oldest first, as far as it covers that whole with the
 * customer's credit. The server decides by the same rule.
 */
export function effectOf({ due, credit, total, isCompany }: Owed, amount: number): PaymentEffect {
  if (isCompany) return effectOnInvoices({ due, total }, amount);
  let rest = kobo(credit) + kobo(amount);
  const paid = due.filter((item) => {
    if (rest < kobo(item.amount)) return false;
    rest -= kobo(item.amount);
    return true;
  });
  return {
    paid: paid.map(({ label, invoiceNumber, amount: each }) => ({ label: invoiceNumber ?? label, amount: each })),
    credited: (rest - kobo(credit)) / 100,
    left: Math.max(0, kobo(total) - kobo(amount)) / 100,
  };
}
