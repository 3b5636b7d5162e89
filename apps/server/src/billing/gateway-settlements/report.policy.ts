import type { ReportColumns } from '@portal/contract/billing/gateway-settlements';
import { addKobo, type Kobo, negateKobo, toKobo } from '@portal/kernel/money';
import { parseAmount } from '@portal/kernel/parse-amount';
import { dateText } from '../../platform/files/date-text.policy.ts';
import type { ListedSettlement, SettlementItem } from '../payments/gateways/gateway.port.ts';

/** A field that is absent was not chosen; one that is empty has no column. */
export type ChosenColumns = Readonly<Partial<Record<keyof ReportColumns, string | null | undefined>>>;

export type ReportLine = {
  readonly row: number;
  readonly reference: string;
  readonly amountKobo: Kobo;
  /** Null where the report has no fee for it. */
  readonly feeKobo: Kobo | null;
  /** What was remitted: of this row, or repeated in each row of the whole batch. */
  readonly remittedKobo: Kobo | null;
  readonly settledOn: string;
  readonly batch: string;
  readonly account: string | null;
};

export type RowReading =
  | { readonly kind: 'line'; readonly line: ReportLine }
  | { readonly kind: 'skipped' }
  | { readonly kind: 'fault'; readonly reason: string };

/** The heads by which a column is found that nobody has chosen. */
const USUAL_HEADS: Readonly<Record<keyof ReportColumns, readonly string[]>> = {
  paymentReference: ['payment reference', 'merchant reference', 'payment ref', 'reference'],
  amount: ['transaction amount', 'amount'],
  fee: ['fee', 'fees', 'charge', 'charges', 'transaction fee'],
  settlementAmount: ['settlement amount', 'amount settled', 'net amount'],
  settlementDate: ['settlement date', 'date settled'],
  batchReference: ['transaction reference', 'settlement reference', 'batch reference', 'batch'],
  accountNumber: ['account number', 'account no'],
};
export const reportFields = Object.keys(USUAL_HEADS) as (keyof ReportColumns)[];

const folded = (head: string) =>
  head
    .trim()
    .toLowerCase()
    .replaceAll(/[\s_-]+/g, ' ');

/** The column of each field: as chosen where the file has such a head, else by the usual heads. */
export function chooseColumns(headers: readonly string[], chosen: ChosenColumns | null): ReportColumns {
  const taken = new Set<string>();
  const columns = {} as Record<keyof ReportColumns, string | null>;
  const take = (field: keyof ReportColumns, header: string | undefined) => {
    if (header !== undefined) taken.add(header);
    columns[field] = header ?? null;
  };
  const isChosen = (field: keyof ReportColumns) => chosen?.[field] !== undefined;
  for (const field of reportFields.filter(isChosen)) {
    take(
      field,
      headers.find((header) => folded(header) === folded(chosen?.[field] ?? '')),
    );
  }
  for (const field of reportFields.filter((each) => !isChosen(each))) {
    const free = headers.filter((header) => !taken.has(header));
    const usual = USUAL_HEADS[field].map((head) => free.find((header) => folded(header) === head));
    take(
      field,
      usual.find((header) => header !== undefined),
    );
  }
  return columns;
}

/** The saved columns where the file has all of them, else none. */
export function savedColumnsOf(headers: readonly string[], saved: ChosenColumns | null): ChosenColumns | null {
  const heads = Object.values(saved ?? {}).filter((head) => head !== null && head !== undefined);
  return heads.every((head) => headers.some((header) => folded(header) === folded(head))) ? saved : null;
}

/** What has to be chosen before the report can be read: without fee or remitted sum nobody knows what was kept. */
export function missingColumns(columns: ReportColumns): string[] {
  const needed = ['paymentReference', 'amount', 'settlementDate', 'batchReference'] as const;
  const missing: string[] = needed.filter((field) => columns[field] === null);
  return columns.fee === null && columns.settlementAmount === null ? [...missing, 'fee'] : missing;
}

/** ₦ and N before the digits, and the minus with which some reports write a fee. */
function amountOf(cell: string): Kobo | null {
  const parsed = parseAmount(cell.replace(/^(?:NGN|₦|N)\s*/i, ''));
  return parsed === null || parsed < 0 ? null : toKobo(parsed);
}

/** A row of the report. One without a payment reference, such as a total, is skipped. */
export function readReportRow(row: number, cells: Readonly<Record<keyof ReportColumns, string | null>>): RowReading {
  const reference = cells.paymentReference?.trim() ?? '';
  if (reference === '') return { kind: 'skipped' };
  const fault = (reason: string): RowReading => ({ kind: 'fault', reason });
  const [amountKobo, feeKobo, remittedKobo] = [
    cells.amount,
    cells.fee?.replace(/^-/, '') ?? null,
    cells.settlementAmount,
  ].map((cell) => (cell === null || cell.trim() === '' ? null : (amountOf(cell.trim()) ?? 'none')));
  if (amountKobo === null || amountKobo === 'none' || amountKobo === undefined)
    return fault(`“${cells.amount ?? ''}” is not an amount of naira`);
  if (feeKobo === 'none') return fault(`“${cells.fee}” is not a fee in naira`);
  if (remittedKobo === 'none') return fault(`“${cells.settlementAmount}” is not an amount of naira`);
  const settledOn = dateText(cells.settlementDate?.trim() ?? '', 'day-first')?.slice(0, 10);
  if (!settledOn) return fault(`“${cells.settlementDate ?? ''}” is not a date such as 30/11/2026`);
  const batch = cells.batchReference?.trim() ?? '';
  if (batch === '' || batch.length > 60) return fault('The reference of the settlement is missing or too long');
  if (reference.length > 90) return fault('The payment reference is too long');
  const account = cells.accountNumber?.trim().slice(0, 40) || null;
  const sums = { amountKobo, feeKobo: feeKobo ?? null, remittedKobo: remittedKobo ?? null };
  return { kind: 'line', line: { row, reference, ...sums, settledOn, batch, account } };
}

export type ReportedSettlement = { readonly listed: ListedSettlement; readonly items: readonly SettlementItem[] };

const sumOf = (lines: readonly ReportLine[], amountIn: (line: ReportLine) => Kobo) =>
  lines.reduce((sum, line) => addKobo(sum, amountIn(line)), toKobo(0));

/** The settlement amount of a batch, also where each of its rows repeats it; null where the report has none. */
function remittedOf(lines: readonly ReportLine[]): Kobo | null {
  const [first] = lines;
  if (!first || lines.some(({ remittedKobo }) => remittedKobo === null)) return null;
  const isOfBatch = lines.some(({ remittedKobo, amountKobo }) => (remittedKobo ?? 0) > amountKobo);
  return isOfBatch ? first.remittedKobo : sumOf(lines, ({ remittedKobo }) => remittedKobo ?? toKobo(0));
}

/** The settlements of a report, by their batch reference, as a gateway with a list would name them. */
export function settlementsOf(lines: readonly ReportLine[]): ReportedSettlement[] {
  return [...Map.groupBy(lines, ({ batch }) => batch)].map(([batch, rows]) => {
    const gross = sumOf(rows, ({ amountKobo }) => amountKobo);
    const hasFees = rows.every(({ feeKobo }) => feeKobo !== null);
    const remitted = remittedOf(rows);
    const fees = hasFees
      ? sumOf(rows, ({ feeKobo }) => feeKobo ?? toKobo(0))
      : addKobo(gross, negateKobo(remitted ?? gross));
    const net = remitted ?? addKobo(gross, negateKobo(fees));
    const seen = new Map<string, number>();
    const items = rows.map(({ reference, amountKobo, feeKobo }, place): SettlementItem => {
      const times = (seen.get(reference) ?? 0) + 1;
      seen.set(reference, times);
      // Without fees by row the first one stands for all, so that the rows add up to the total.
      const fee = hasFees ? (feeKobo ?? toKobo(0)) : place === 0 ? fees : toKobo(0);
      const vendorReference = times === 1 ? reference : `${reference}#${times}`;
      // Monnify's report names a transfer by its own reference, which is the vendor's of the payment here.
      return { kind: 'payment', reference, transaction: reference, vendorReference, amountKobo, feeKobo: fee };
    });
    return {
      items,
      listed: {
        settlementId: batch,
        status: 'paid',
        grossKobo: gross,
        feesKobo: fees,
        stampDutyKobo: toKobo(0),
        deductions: { kind: 'sum', sumKobo: addKobo(gross, negateKobo(fees), negateKobo(net)) },
        netKobo: net,
        settledOn: rows[0]?.settledOn ?? '',
        bankReference: batch,
        paidToAccount: rows.find(({ account }) => account !== null)?.account ?? null,
        paidToBank: null,
        reachesBank: true,
        message: null,
      },
    };
  });
}
