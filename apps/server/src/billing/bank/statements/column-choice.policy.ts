import type { ColumnChoice, DateForm } from '@portal/contract/billing/bank/bank-accounts';
import { type Kobo, negateKobo, toKobo } from '@portal/kernel/money';
import { type DecimalSign, parseAmount } from '@portal/kernel/parse-amount';
import { dateText } from '../../../platform/files/date-text.policy.ts';

/** What banks call their columns, as they write it in small letters without signs. */
const POOL = {
  valueOn: ['value date', 'val date', 'valuedate', 'effective date'],
  bookedOn: [
    'txn date',
    'trans date',
    'transaction date',
    'tran date',
    'date',
    'date/time',
    'post date',
    'posted date',
    'date posted',
    'create date',
    'trans time',
    'booking date',
    'entry date',
    'transaction time',
  ],
  reference: [
    'reference',
    'ref',
    'ref number',
    'reference number',
    'reference no',
    'transaction id',
    'txn id',
    'trans id',
    'tran id',
    'tran ref',
    'trans ref',
    'chq no',
    'check no',
    'cheque no',
    'serial',
    'transaction reference',
    'session id',
  ],
  text: [
    'remarks',
    'description',
    'narration',
    'comment',
    'transaction details',
    'details',
    'particulars',
    'memo',
    'description/payee/memo',
    'to / from',
    'transaction description',
  ],
  moneyOut: [
    'debit',
    'debits',
    'debit amount',
    'debit amt',
    'dr',
    'dr amount',
    'withdrawal',
    'withdrawals',
    'money out',
    'paid out',
  ],
  moneyIn: [
    'credit',
    'credits',
    'credit amount',
    'credit amt',
    'cr',
    'cr amount',
    'deposit',
    'deposits',
    'lodgement',
    'lodgements',
    'money in',
    'paid in',
  ],
  balance: [
    'balance',
    'bal',
    'account balance',
    'ledger balance',
    'running balance',
    'closing balance',
    'available balance',
    'balance after',
  ],
  amount: ['amount', 'txn amount', 'transaction amount', 'debit/credit'],
  direction: ['dr/cr', 'cr/dr', 'type', 'debit/credit indicator', 'd/c', 'c/d', 'transaction type'],
} as const;
type Meaning = keyof typeof POOL;

/** A head as it is compared: in small letters, without the currency, dots and line breaks. */
export function plainHead(head: string): string {
  return head
    .normalize('NFKC')
    .toLowerCase()
    .replace(/\(?(?:₦|ngn|naira)\)?/g, '')
    .replace(/\((?:dr|cr)\)/g, '')
    .replace(/[.:*'_]/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
}

export function meaningOf(head: string): Meaning | null {
  const plain = plainHead(head);
  const found = Object.entries(POOL).find(([, words]) => (words as readonly string[]).includes(plain));
  return (found?.[0] as Meaning | undefined) ?? null;
}

const FORMS: Readonly<Record<DateForm, RegExp>> = {
  'dd/mm/yyyy': /^\d{1,2}[/.-]\d{1,2}[/.-](?:\d{4}|\d{2})(?!\d)/,
  'dd-mmm-yyyy': /^\d{1,2}[\s/.-]*[a-z]{3,9}[\s/.,-]*(?:\d{4}|\d{2})(?!\d)/i,
  'yyyy-mm-dd': /^\d{4}[/.-]\d{1,2}[/.-]\d{1,2}(?!\d)/,
  'yyyy mmm dd': /^\d{4}[\s/.-]*[a-z]{3,9}[\s/.-]*\d{1,2}(?!\d)/i,
};
const dateForms = Object.keys(FORMS) as [DateForm, ...DateForm[]];

/** The day of a cell in the one form that was chosen; null for anything else. */
export function dayIn(cell: string, form: DateForm): string | null {
  const [written] = FORMS[form].exec(cell.trim()) ?? [];
  if (written === undefined) return null;
  const [year, month = '', day = ''] =
    form === 'yyyy mmm dd' ? (/^(\d{4})[\s/.-]*([a-z]+)[\s/.-]*(\d+)/i.exec(written) ?? []).slice(1) : [];
  return (
    dateText(year === undefined ? written.replace(/,/g, ' ') : `${day}-${month}-${year}`, 'day-first')?.slice(0, 10) ??
    null
  );
}

/**
 * An amount with its sign, of which nothing is lost: minus before or behind it, brackets, DR and CR. Null for
 * an empty cell and a dash, NaN for what is no amount.
 */
export function signedIn(cell: string, decimal: DecimalSign): Kobo | null | typeof Number.NaN {
  const plain = cell
    .replace(/^'/, '')
    .replace(/\u2212/g, '-')
    .trim();
  if (plain === '' || /^-+$/.test(plain)) return null;
  const [, sum = '', mark = ''] = /^\+?(.*?)\s*(DR|CR|-)?\.?$/i.exec(plain) ?? [];
  const amount = parseAmount(sum, decimal);
  if (amount === null) return Number.NaN;
  if (mark === '' || /^cr$/i.test(mark)) return amount;
  return amount > 0 ? negateKobo(amount) : amount;
}

/** What a line moves by its cells: null without an amount, a sentence for what cannot be. */
export function movedBy(cellOf: (head: string | undefined) => string, choice: ColumnChoice): Kobo | null | string {
  const read = (head: string | undefined) => signedIn(cellOf(head), choice.decimal);
  if (choice.amount !== undefined) {
    const amount = read(choice.amount);
    if (amount === null || amount === 0) return null;
    if (Number.isNaN(amount)) return `“${cellOf(choice.amount).slice(0, 40)}” is no amount`;
    if (choice.direction === undefined) return toKobo(amount);
    const word = cellOf(choice.direction).trim();
    const isOut = /^(?:d|dr|debit|out|withdrawal|-)/i.test(word);
    if (!isOut && !/^(?:c|cr|credit|in|deposit|\+)/i.test(word))
      return `“${word.slice(0, 40)}” is neither debit nor credit`;
    return toKobo(isOut ? -Math.abs(amount) : Math.abs(amount));
  }
  const [inward, outward] = [read(choice.moneyIn), read(choice.moneyOut)];
  const wrong = Number.isNaN(inward) ? choice.moneyIn : Number.isNaN(outward) ? choice.moneyOut : undefined;
  if (wrong !== undefined) return `“${cellOf(wrong).slice(0, 40)}” is no amount`;
  if (inward && outward) return 'money goes in and out at once';
  // A minus in the column of what goes out says the same twice.
  if (outward) return toKobo(-Math.abs(outward));
  return inward ? toKobo(inward) : null;
}

/** What the heads and the first rows of a file suggest; null where a date, a text or an amount is missing. */
export function suggestColumns(heads: readonly string[], rows: readonly (readonly string[])[]): ColumnChoice | null {
  const of = (meaning: Meaning) => heads.find((head) => meaningOf(head) === meaning);
  const bookedOn = of('bookedOn') ?? of('valueOn');
  const texts = heads.filter((head) => meaningOf(head) === 'text');
  const [moneyIn, moneyOut, amount] = [of('moneyIn'), of('moneyOut'), of('amount')];
  if (
    bookedOn === undefined ||
    texts.length === 0 ||
    ((moneyIn === undefined || moneyOut === undefined) && amount === undefined)
  ) {
    return null;
  }
  const place = heads.indexOf(bookedOn);
  const dates = rows.map((cells) => cells[place] ?? '').filter((cell) => /\d/.test(cell));
  const fits = (form: DateForm) => dates.filter((cell) => dayIn(cell, form) !== null).length;
  const form = dateForms.reduce((most, each) => (fits(each) > fits(most) ? each : most));
  const columns = { valueOn: of('valueOn'), reference: of('reference'), balance: of('balance') };
  const sums =
    moneyIn !== undefined && moneyOut !== undefined ? { moneyIn, moneyOut } : { amount, direction: of('direction') };
  const known = Object.entries({ ...columns, ...sums }).filter(([, head]) => head !== undefined);
  return { bookedOn, text: texts, ...Object.fromEntries(known), dateForm: form, decimal: '.' };
}
