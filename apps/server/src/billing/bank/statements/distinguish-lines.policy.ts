import { createHash } from 'node:crypto';
import { formatNaira, toKobo } from '@portal/kernel/money';
import { inWords } from '../matching/match.policy.ts';
import type { ReadLine } from './statement.policy.ts';

export type KnownLine = {
  readonly contentKey: string;
  readonly ordinal: number;
  readonly bookedOn: string;
  readonly amount: number;
  readonly text: string;
};
export type StatementDays = { readonly firstDay: string; readonly lastDay: string };
export type KeyedLine = ReadLine & { readonly contentKey: string; readonly ordinal: number };

/** Spaces, signs and capitals differ between two exports of one line. */
const plain = (text: string): string =>
  text
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[^\p{L}\p{N}]/gu, '');

/** What a line says, as a hash. */
function contentKeyOf({ bookedOn, amountKobo, balanceKobo, text, reference }: ReadLine): string {
  const said = [bookedOn, amountKobo, balanceKobo ?? '', plain(text), plain(reference ?? '')];
  return createHash('sha256').update(JSON.stringify(said)).digest('hex');
}

/** Lines with what they are known by: their content, and a number among equal ones of a file. */
export function keyLines(lines: readonly ReadLine[]): KeyedLine[] {
  const counts = new Map<string, number>();
  return lines.map((line) => {
    const contentKey = contentKeyOf(line);
    const ordinal = (counts.get(contentKey) ?? 0) + 1;
    counts.set(contentKey, ordinal);
    return { ...line, contentKey, ordinal };
  });
}

const idOf = ({ contentKey, ordinal }: Pick<KnownLine, 'contentKey' | 'ordinal'>) => `${contentKey}:${ordinal}`;
const isWithin = (day: string, { firstDay, lastDay }: StatementDays): boolean => firstDay < day && day < lastDay;

/**
 * Which lines of a file are new beside those that an account has of its days. On a day that lies within an
 * earlier statement all lines are known: another line there is a finding and not new, and one of ours that the
 * file no longer has is a finding.
 */
export function distinguishLines(
  lines: readonly KeyedLine[],
  known: readonly KnownLine[],
  earlier: readonly StatementDays[],
): {
  readonly added: readonly KeyedLine[];
  readonly repeated: number;
  readonly findings: readonly { line: number | null; text: string }[];
} {
  const ids = new Set(known.map(idOf));
  const inFile = new Set(lines.map(idOf));
  const others = lines.filter((line) => !ids.has(idOf(line)));
  const isComplete = (day: string): boolean => earlier.some((days) => isWithin(day, days));
  const strange = others.filter(({ bookedOn }) => isComplete(bookedOn));
  const days = { firstDay: lines[0]?.bookedOn ?? '', lastDay: lines.at(-1)?.bookedOn ?? '' };
  const missing = known.filter((line) => isWithin(line.bookedOn, days) && !inFile.has(idOf(line)));
  const name = (amount: number, text: string) => `${formatNaira(toKobo(amount))} “${text.slice(0, 60).toWellFormed()}”`;
  return {
    added: others.filter(({ bookedOn }) => !isComplete(bookedOn)),
    repeated: lines.length - others.length,
    findings: [
      ...strange.map(({ line, bookedOn, amountKobo, text }) => ({
        line,
        text: `${name(amountKobo, text)} is on ${inWords(bookedOn)}, a day that an earlier statement has whole and without it. It is not imported: ask the bank which is right`,
      })),
      ...missing.map(({ bookedOn, amount, text }) => ({
        line: null,
        text: `${name(amount, text)} of ${inWords(bookedOn)} is in an earlier statement and no longer in this one`,
      })),
    ],
  };
}
