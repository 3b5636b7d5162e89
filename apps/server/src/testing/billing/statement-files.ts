import { decimalFromKobo, type Kobo, toKobo } from '@portal/kernel/money';
import type { ReadLine } from '../../billing/bank/statements/statement.policy.ts';

/** The same numbers for the same seed, from 0 to 1. */
export function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const NAMES = [
  'ADA OBI',
  'MUSA BELLO',
  'SA’ADATU YUSUF',
  'CHIDI & SONS LTD',
  'FEMI "ACE" ADE',
  'OLÚ <TEST>',
  'BANK; OF, COMMAS',
];

/** Lines of some weeks from 2 November 2026, each with the balance after it. */
export function randomLines(
  random: () => number,
  { count, openingKobo }: { readonly count: number; readonly openingKobo: number },
): ReadLine[] {
  let balance = openingKobo;
  let day = Date.UTC(2026, 10, 2);
  const pick = <T>(values: readonly T[]): T => values[Math.floor(random() * values.length)] as T;
  return Array.from({ length: count }, (_, place) => {
    if (random() < 0.2) day += 86_400_000;
    const amount = (1 + Math.floor(random() * 5_000_000)) * (random() < 0.4 ? -1 : 1);
    balance += amount;
    const bookedOn = new Date(day).toISOString().slice(0, 10);
    return {
      line: place + 1,
      bookedOn,
      valueOn: bookedOn,
      amountKobo: toKobo(amount),
      balanceKobo: toKobo(balance),
      text: `NIP/GTB/${pick(NAMES)}/${Math.floor(random() * 1000)}`,
      reference: random() < 0.5 ? `FT${Math.floor(random() * 1e9)}` : null,
    };
  });
}

/** Without what a file does not say, such as its numbers of lines. */
export const dropUnseen = ({ line: _line, ...seen }: ReadLine) => seen;

const comma = (kobo: number): string => decimalFromKobo(toKobo(Math.abs(kobo))).replace('.', ',');
const short = (day: string): string => day.replaceAll('-', '').slice(2);
const mark = (kobo: number): string => (kobo < 0 ? 'D' : 'C');

export function mt940(lines: readonly ReadLine[], opening: Kobo, account: string): string {
  const [first, last] = [lines[0] as ReadLine, lines.at(-1) as ReadLine];
  const entries = lines.flatMap(({ bookedOn, amountKobo, text, reference }) => [
    `:61:${short(bookedOn)}${short(bookedOn).slice(2)}${mark(amountKobo)}N${comma(amountKobo)}NTRFNONREF${reference === null ? '' : `//${reference}`}`,
    `:86:${text}`,
  ]);
  const balances = [
    `:60F:${mark(opening)}${short(first.bookedOn)}NGN${comma(opening)}`,
    `:62F:${mark(last.balanceKobo ?? 0)}${short(last.bookedOn)}NGN${comma(last.balanceKobo ?? 0)}`,
  ];
  return [':20:S1', `:25:${account}`, ':28C:1/1', balances[0], ...entries, balances[1], '-', ''].join('\n');
}

const xml = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
const side = (kobo: number): string =>
  `<Amt Ccy="NGN">${decimalFromKobo(toKobo(Math.abs(kobo)))}</Amt><CdtDbtInd>${kobo < 0 ? 'DBIT' : 'CRDT'}</CdtDbtInd>`;

export function camt053(lines: readonly ReadLine[], opening: Kobo, account: string): string {
  const balance = (code: string, kobo: number) =>
    `<Bal><Tp><CdOrPrtry><Cd>${code}</Cd></CdOrPrtry></Tp>${side(kobo)}</Bal>`;
  const entries = lines.map(
    ({ bookedOn, amountKobo, text, reference }) =>
      `<Ntry>${side(amountKobo)}<Sts><Cd>BOOK</Cd></Sts><BookgDt><Dt>${bookedOn}</Dt></BookgDt><ValDt><Dt>${bookedOn}</Dt></ValDt>${reference === null ? '' : `<AcctSvcrRef>${reference}</AcctSvcrRef>`}<AddtlNtryInf>${xml(text)}</AddtlNtryInf></Ntry>`,
  );
  return `<?xml version="1.0" encoding="UTF-8"?><Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.02"><BkToCstmrStmt><Stmt><Id>1</Id><Acct><Id><Othr><Id>${account}</Id></Othr></Id></Acct>${balance('OPBD', opening)}${balance('CLBD', lines.at(-1)?.balanceKobo ?? opening)}${entries.join('\n')}</Stmt></BkToCstmrStmt></Document>`;
}

const cell = (text: string): string => `"${text.replaceAll('"', '""')}"`;

/** As banks do: money out and in, the balance, and the day as dd/mm/yyyy. */
export function csvStatement(lines: readonly ReadLine[], _opening?: Kobo, _account?: string): string {
  const dayOf = (day: string) => day.split('-').toReversed().join('/');
  const sum = (kobo: number) =>
    kobo === 0 ? '' : cell((kobo / 100).toLocaleString('en', { minimumFractionDigits: 2 }));
  const rows = lines.map(({ bookedOn, valueOn, amountKobo, balanceKobo, text, reference }) =>
    [
      dayOf(bookedOn),
      dayOf(valueOn ?? bookedOn),
      cell(reference ?? ''),
      cell(text),
      sum(Math.max(-amountKobo, 0)),
      sum(Math.max(amountKobo, 0)),
      balanceKobo === null ? '' : decimalFromKobo(balanceKobo),
    ].join(','),
  );
  return ['Trans Date,Value Date,Reference,Narration,Debit,Credit,Balance', ...rows, ''].join('\n');
}
