import { type Kobo, toKobo } from './money.ts';

export type DecimalSign = '.' | ',';

/** Groups of three between one and the same sign, or none: a comma elsewhere may mean two sums. */
const FIGURES: Readonly<Record<DecimalSign, RegExp>> = {
  '.': /^(\d{1,3}(?:([,\s])\d{3}(?:\2\d{3})*)?|\d+)(?:\.(\d+))?$/,
  ',': /^(\d{1,3}(?:([.\s])\d{3}(?:\2\d{3})*)?|\d+)(?:,(\d+))?$/,
};
/** The naira's sign, its code, and the letters and signs that stand in for it. */
const CURRENCY = /^(?:₦|NGN|N|#)\s*(?=[\d-])|\s*(?:₦|NGN|naira)$/giu;

function readFigure(typed: string, decimal: DecimalSign): { readonly whole: string; readonly decimals: string } | null {
  const match = FIGURES[decimal].exec(typed);
  return match && { whole: (match[1] ?? '').replace(/\D/g, ''), decimals: match[3] ?? '' };
}

/** A number as people type it: 1250, 1,250 or 1,250.5. NaN for anything else. */
export function parseNumber(typed: string): number {
  const figure = readFigure(typed.trim(), '.');
  return figure ? Number(`${figure.whole}.${figure.decimals || 0}`) : Number.NaN;
}

/**
 * Naira as people and spreadsheets write them, with at most two decimals: 12500, 12,500.50, ₦12,500,
 * N12,500 or NGN 12 500; below zero as -500, −500 or (500). Null for anything else, also where the
 * commas could mean another sum (1250,50), and beyond what a safe integer of kobo holds.
 */
export function parseAmount(typed: string, decimal: DecimalSign = '.'): Kobo | null {
  const plain = typed.trim().replace(/\u2212/g, '-');
  const inBrackets = /^\((.*)\)$/.exec(plain)?.[1];
  const [, before = '', sum = ''] = /^(-?)(.*)$/s.exec((inBrackets ?? plain).replace(CURRENCY, '').trim()) ?? [];
  const figure = readFigure(sum.replace(CURRENCY, ''), decimal);
  if (!figure || figure.decimals.length > 2 || (before && inBrackets !== undefined)) return null;
  const kobo = Number(figure.whole) * 100 + Number(figure.decimals.padEnd(2, '0'));
  if (!Number.isSafeInteger(kobo)) return null;
  const isBelowZero = before !== '' || inBrackets !== undefined;
  return toKobo(isBelowZero && kobo !== 0 ? -kobo : kobo);
}
