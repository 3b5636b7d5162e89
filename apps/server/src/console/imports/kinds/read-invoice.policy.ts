import { type VatRate, vatIncluded, vatOn, vatPercent } from '@portal/kernel/billing/vat';
import { lagosDay } from '@portal/kernel/calendar';
import { type Kobo, nairaFromKobo } from '@portal/kernel/money';
import { type Cells, RowFault, readAmount, readMoment, readText, requireText } from '../cell.policy.ts';

export type ImportedInvoice = {
  readonly customer: string;
  readonly amountKobo: Kobo;
  readonly vatKobo: Kobo;
  readonly vatRate: VatRate;
  readonly issuedAt: Date;
  readonly dueAt: Date;
  /** What the customer reads, with the number and the day that the invoice had. */
  readonly label: string;
  readonly line: string | null;
};

/** The VAT of the file, to the kobo: receipts and credit notes of the invoice will show the same. */
function checkVat(amountKobo: Kobo, vatKobo: Kobo, rate: VatRate): void {
  const included = vatIncluded(amountKobo, rate);
  if (Math.abs(vatKobo - included) <= 1) return;
  if (Math.abs(vatKobo - vatOn(amountKobo, rate)) <= 1) {
    throw new RowFault('The amount is without VAT: give what is to be paid, VAT included');
  }
  const expected = `${vatPercent(rate)} % inside the amount, which is ₦${nairaFromKobo(included).toFixed(2)}`;
  throw new RowFault(`The VAT is not the ${expected}`);
}

const dayOf = (at: Date): string => {
  const { year, month, day } = lagosDay(at);
  return [day, month, year].map((part) => String(part).padStart(2, '0')).join('/');
};

/** With the rate of VAT of the day on which it was issued. Throws RowFault. */
export function readInvoice(cells: Cells, { vatRate: rateAt }: { readonly vatRate: (at: Date) => VatRate }) {
  const number = requireText(cells.id, 'The invoice number', 50);
  const amountKobo = readAmount(cells.amount);
  if (amountKobo <= 0) throw new RowFault('Nothing is due on the invoice: import what is open');
  const issuedAt = readMoment(cells.date, 'The invoice date', 'start');
  if (issuedAt === null) throw new RowFault('The invoice date is empty');
  const vatRate = rateAt(issuedAt);
  if (cells.vat) checkVat(amountKobo, readAmount(cells.vat), vatRate);
  const dueAt = readMoment(cells.dueDate, 'The due date', 'end') ?? issuedAt;
  if (dueAt < issuedAt) throw new RowFault('The due date is before the invoice date');
  const description = readText(cells.description, 'The description', 120);
  const name = `Invoice ${number} of ${dayOf(issuedAt)}`;
  const values: ImportedInvoice = {
    customer: requireText(cells.customer, 'The customer', 100),
    amountKobo,
    vatKobo: vatIncluded(amountKobo, vatRate),
    vatRate,
    issuedAt,
    dueAt,
    label: description === null ? name : `${name}: ${description}`,
    line: readText(cells.line, 'The line', 100),
  };
  return { externalId: number, values };
}
