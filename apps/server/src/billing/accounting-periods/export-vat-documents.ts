import { vatPercent } from '@portal/kernel/billing/vat';
import { lagosDate } from '@portal/kernel/calendar';
import { decimalFromKobo, toKobo } from '@portal/kernel/money';
import { type Database, unhurried } from '../../platform/database/connection.ts';
import { csvLine } from '../../platform/http/bodies/csv-line.policy.ts';
import { rangeOfMonth } from './month-range.policy.ts';
import { listVatDocuments, type VatDocument } from './vat-return.repository.ts';

const PAGE = 1000;

const HEAD = [
  'document',
  'kind',
  'tax_point',
  'customer',
  'customer_number',
  'tin',
  'category',
  'rate_percent',
  'taxable',
  'vat',
  'total',
  'irn',
];

/** A line for each rate of a document; the sums of a credit note are below zero. */
function linesOf(document: VatDocument): string[] {
  const sign = document.kind === 'invoice' ? 1 : -1;
  return document.breakdown.map(({ category, rate, taxableKobo, vatKobo }) =>
    csvLine([
      document.number,
      document.kind,
      lagosDate(new Date(document.at)),
      document.buyer.name,
      String(document.userId),
      document.buyer.taxId ?? '',
      category,
      String(vatPercent(rate)),
      decimalFromKobo(toKobo(sign * taxableKobo)),
      decimalFromKobo(toKobo(sign * vatKobo)),
      document.total,
      document.irn ?? '',
    ]),
  );
}

/** The documents of a month's VAT return, page by page. */
export async function* listMonthDocuments(database: Database, month: string): AsyncGenerator<readonly VatDocument[]> {
  const range = rangeOfMonth(month);
  for (let after: { at: string; id: string } | null = null; ; ) {
    const page: VatDocument[] = await unhurried(database).transaction((tx) =>
      listVatDocuments(tx, { ...range, after, limit: PAGE }),
    );
    const last = page.at(-1);
    if (!last) return;
    yield page;
    after = { at: last.at, id: last.id };
  }
}

/** The same as CSV. */
export async function* exportVatDocuments(database: Database, month: string): AsyncGenerator<string> {
  yield csvLine(HEAD);
  for await (const page of listMonthDocuments(database, month)) yield page.flatMap(linesOf).join('');
}
