import { addKobo, type Kobo, negateKobo, toKobo } from '@portal/kernel/money';
import {
  MOST_LINES,
  oneLine,
  type ReadLine,
  type ReadStatement,
  referenceOf,
  StatementFault,
  TOO_MANY,
} from './statement.policy.ts';

type Field = { readonly tag: string; readonly value: string; readonly line: number };

/** Digits of a currency, with a comma or a point before at most two decimals. */
function amountOf(written: string, line: number): Kobo {
  const [, whole = '', decimals = ''] = /^(\d{1,15})(?:[.,](\d{0,2}))?$/.exec(written) ?? [];
  const kobo = Number(whole) * 100 + Number(decimals.padEnd(2, '0'));
  if (whole === '' || !Number.isSafeInteger(kobo)) throw new StatementFault(`Line ${line}: “${written}” is no amount`);
  return toKobo(kobo);
}

function dayOf(written: string, line: number): string {
  const day = `20${written.slice(0, 2)}-${written.slice(2, 4)}-${written.slice(4, 6)}`;
  const at = new Date(`${day}T00:00:00Z`);
  if (Number.isNaN(at.getTime()) || !at.toISOString().startsWith(day)) {
    throw new StatementFault(`Line ${line}: “${written}” is no day`);
  }
  return day;
}

const HALF_A_YEAR_MS = 180 * 86_400_000;

/** The day of entry has no year: it is the one nearest to the value date. */
function entryDayOf(monthAndDay: string, valueOn: string, line: number): string {
  const year = Number(valueOn.slice(2, 4));
  const days = [year, year - 1, year + 1].flatMap((each) => {
    const written = `${String(each).padStart(2, '0')}${monthAndDay}`;
    try {
      return [dayOf(written, line)];
    } catch {
      // 29 February of another year.
      return [];
    }
  });
  const near = days.find((day) => Math.abs(Date.parse(day) - Date.parse(valueOn)) <= HALF_A_YEAR_MS);
  if (near === undefined) throw new StatementFault(`Line ${line}: “${monthAndDay}” is no day`);
  return near;
}

/** The fields of the messages in a file, without the envelope around them. */
function* fieldsOf(text: string): Generator<Field> {
  let field: { tag: string; value: string; line: number } | null = null;
  let number = 0;
  for (const written of text.split(/\r\n|\n|\r/)) {
    number += 1;
    const line = written.replace(/^\ufeff/, '').replace(/^(?:\{[1235]:(?:[^{}]|\{[^{}]*\})*\})*\{4:/, '');
    const [, tag, value = ''] = /^:(\d{2}[A-Z]?):(.*)$/.exec(line) ?? [];
    const ends = /^-\}?(?:\{.*)?$/.test(line.trim()) || /^\{[15]:/.test(line);
    if (tag !== undefined || ends) {
      if (field) yield field;
      field = tag === undefined ? null : { tag, value, line: number };
      if (ends) yield { tag: '-', value: '', line: number };
    } else if (field) field.value += `\n${line}`;
  }
  if (field) yield field;
  yield { tag: '-', value: '', line: number };
}

const BALANCE = /^([CD])(\d{6})([A-Z]{3})([\d.,]+)\s*$/;

function balanceOf({ value, line }: Field): Kobo {
  const [, mark, , currency, amount = ''] = BALANCE.exec(value.trim()) ?? [];
  if (mark === undefined) throw new StatementFault(`Line ${line}: “${oneLine(value).slice(0, 60)}” is no balance`);
  if (currency !== 'NGN') throw new StatementFault(`Line ${line}: the statement is in ${currency}, not in naira`);
  const kobo = amountOf(amount, line);
  return mark === 'D' ? negateKobo(kobo) : kobo;
}

/**
 * Value date, entry date, mark, funds code, amount, type and references. The third letter of NGN is the
 * funds code, and types begin with N, too. RC takes a credit back, RD a debit.
 */
const MOVEMENT =
  /^(\d{6})(\d{4}| {4})?(RC|RD|EC|ED|C|D)([A-Z])?([\d.,]+)([SNF][A-Z0-9]{3})?([^\n]*?)(?:\/\/([^\n]*))?(?:\n([\s\S]*))?$/;

function movementOf({ value, line }: Field) {
  const match = MOVEMENT.exec(value);
  if (!match) throw new StatementFault(`Line ${line}: “${oneLine(value).slice(0, 60)}” is no line of a statement`);
  const [, value6 = '', entry = '', mark = '', , amount = '', , owner = '', bank, more = ''] = match;
  const valueOn = dayOf(value6, line);
  const kobo = amountOf(amount, line);
  return {
    line,
    valueOn,
    bookedOn: entry.trim() === '' ? valueOn : entryDayOf(entry, valueOn, line),
    amountKobo: mark === 'C' || mark === 'RD' || mark === 'EC' ? kobo : negateKobo(kobo),
    // Both, since either may be the one that we know.
    owner: referenceOf(owner),
    bank: referenceOf(bank),
    more,
  };
}

/** `:86:` as plain words: without the codes of its structured forms. */
const describe = (value: string): string =>
  oneLine(
    value
      .replace(/\n(?!\?)/g, ' ')
      .replace(/\n/g, '')
      .replace(/\?\d{2}/g, ' '),
  );

type Page = {
  account: string | null;
  number: string | null;
  opening: Kobo | null;
  closing: Kobo | null;
  lines: ReadLine[];
};

/**
 * The statements of an MT940 file, the pages of one put together, in the order of the file. Throws
 * StatementFault with the line's number for what cannot be read, another currency, and an MT942.
 */
export function readMt940(text: string): ReadStatement[] {
  const pages: Page[] = [];
  let page: Page | null = null;
  let movement: ReturnType<typeof movementOf> | null = null;
  let described = '';
  let count = 0;

  const endMovement = (): void => {
    if (!movement || !page) return;
    const { owner, bank, more, ...rest } = movement;
    const seen = described.toUpperCase();
    const unsaid = [owner, oneLine(more)].filter((part) => part && !seen.includes(part.toUpperCase()));
    page.lines.push({
      ...rest,
      balanceKobo: null,
      text: oneLine([described, ...unsaid].filter(Boolean).join(' ')),
      reference: bank ?? owner,
    });
    movement = null;
    described = '';
  };

  for (const field of fieldsOf(text)) {
    const { tag, line } = field;
    if (['13D', '34F', '90D', '90C'].includes(tag)) {
      throw new StatementFault(`Line ${line}: this is an MT942, whose lines are not booked yet. Choose the MT940`);
    }
    if (tag === '86' && movement) {
      described = `${described} ${describe(field.value)}`.trim();
      continue;
    }
    if (tag !== '86') endMovement();
    if (tag === '20') {
      page = { account: null, number: null, opening: null, closing: null, lines: [] };
      pages.push(page);
    } else if (tag === '-') page = null;
    else if (!page) {
      if (tag !== '86') throw new StatementFault(`Line ${line}: a statement begins with :20:, not with :${tag}:`);
    } else if (tag === '25' || tag === '25P')
      page.account = oneLine(field.value.split('\n')[0] ?? '').replace(/^.*\//, '');
    else if (tag === '28C' || tag === '28') page.number = oneLine(field.value).split('/')[0] ?? null;
    else if (tag === '60F' || tag === '60M') page.opening = balanceOf(field);
    else if (tag === '62F' || tag === '62M') page.closing = balanceOf(field);
    else if (tag === '61') {
      if (++count > MOST_LINES) throw new StatementFault(TOO_MANY);
      movement = movementOf(field);
    }
  }
  return joinPages(pages);
}

/** Pages of one number are one statement. Each line gets the balance that follows from the opening one. */
function joinPages(pages: readonly Page[]): ReadStatement[] {
  const joined: { first: Page; pages: Page[] }[] = [];
  for (const page of pages) {
    const open = joined.at(-1);
    if (open && page.number !== null && open.first.number === page.number && open.first.account === page.account) {
      open.pages.push(page);
    } else joined.push({ first: page, pages: [page] });
  }
  return joined.map(({ first, pages: parts }) => {
    const findings: { line: number | null; text: string }[] = [];
    let balance = first.opening;
    const lines = parts.flatMap((part) => {
      if (balance !== null && part.opening !== null && part.opening !== balance) {
        findings.push({
          line: part.lines[0]?.line ?? null,
          text: 'This page does not begin with the balance at which the page before ends',
        });
        balance = part.opening;
      }
      const own = part.lines.map((line) => {
        balance = balance === null ? null : addKobo(balance, line.amountKobo);
        return { ...line, balanceKobo: balance };
      });
      if (balance !== null && part.closing !== null && balance !== part.closing) {
        findings.push({
          line: part.lines.at(-1)?.line ?? null,
          text: 'The lines do not add up to the closing balance of the statement',
        });
        balance = part.closing;
      }
      return own;
    });
    const closingKobo = parts.at(-1)?.closing ?? null;
    return { account: first.account, openingKobo: first.opening, closingKobo, lines, leftOut: 0, findings };
  });
}
