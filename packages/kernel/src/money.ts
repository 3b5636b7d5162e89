declare const kobo: unique symbol;

/**
 * An amount of Nigerian naira in whole kobo (₦1 = 100 kobo). Always a safe integer; negative only
 * in a ledger.
 */
export type Kobo = number & { readonly [kobo]: true };

/**
 * The largest amount that is booked, ₦9,999,999,999,999.99: columns of money are decimal(15,2), and a
 * number of JSON repeats every decimal of 15 digits (decision 105).
 */
export const LARGEST_SUM_KOBO = 999_999_999_999_999 as Kobo;

/** The largest amount of one entry that somebody makes: a payment, a credit, a sum that is handed over. */
export const LARGEST_ENTRY_KOBO = 10_000_000_000_000 as Kobo;

/** The largest price of one thing, of a plan for a month: decimal(10,2) in the specification. */
export const LARGEST_PRICE_KOBO = 9_999_999_999 as Kobo;

/** A sum is larger than any that can be booked. */
export class SumTooLarge extends RangeError {}

/** Brands an integer as kobo. Throws SumTooLarge above the safe integers, RangeError for a fraction. */
export function toKobo(value: number): Kobo {
  if (Math.abs(value) > Number.MAX_SAFE_INTEGER) throw new SumTooLarge(`too many kobo: ${value}`);
  if (!Number.isSafeInteger(value)) throw new RangeError(`not a whole number of kobo: ${value}`);
  return value as Kobo;
}

/**
 * Naira with at most two decimals, as in JSON, to kobo. Null when the value is not finite or has
 * more than two decimals: a fraction of a kobo is a caller's mistake and is never rounded.
 */
export function koboFromNaira(naira: number): Kobo | null {
  if (!Number.isFinite(naira)) return null;
  const value = Math.round(naira * 100);
  if (!Number.isSafeInteger(value)) return null;
  return value / 100 === naira ? (value as Kobo) : null;
}

/** Kobo to naira as a JSON number with at most two decimals. */
export function nairaFromKobo(amountKobo: Kobo): number {
  return amountKobo / 100;
}

/**
 * Exact decimal text of a database decimal(p,2) column, for example "18600.00", to kobo. Throws
 * RangeError on anything else.
 */
export function koboFromDecimal(text: string): Kobo {
  const match = /^(-?)(\d+)(?:\.(\d{1,2}))?$/.exec(text);
  if (!match) throw new RangeError(`not a decimal amount: ${text}`);
  const value = Number(match[2]) * 100 + Number((match[3] ?? '').padEnd(2, '0'));
  return toKobo(match[1] === '-' ? -value : value);
}

/** Kobo to the exact decimal text that a decimal(p,2) column stores. */
export function decimalFromKobo(amountKobo: Kobo): string {
  const whole = Math.trunc(Math.abs(amountKobo) / 100);
  const rest = String(Math.abs(amountKobo) % 100).padStart(2, '0');
  return `${amountKobo < 0 ? '-' : ''}${whole}.${rest}`;
}

/**
 * amount × numerator ÷ denominator, all whole, the last above zero, rounded half up to the kobo. Exact for
 * every amount that is booked: the product alone may be beyond the safe integers.
 */
export function shareOf(amountKobo: Kobo, numerator: number, denominator: number): Kobo {
  const rest = amountKobo % denominator;
  const doubled = 2 * rest * numerator + denominator;
  const whole = (amountKobo - rest) / denominator;
  if (Number.isSafeInteger(doubled)) return toKobo(whole * numerator + Math.floor(doubled / (2 * denominator)));
  const divisor = 2n * BigInt(denominator);
  const exact = 2n * BigInt(amountKobo) * BigInt(numerator) + BigInt(denominator);
  return toKobo(Number(exact / divisor - (exact % divisor < 0n ? 1n : 0n)));
}

/**
 * A percentage of an amount, rounded half up to the kobo (product decisions, Money). `percent` is a
 * whole number from 0 to 100.
 */
export function percentOf(amountKobo: Kobo, percent: number): Kobo {
  return shareOf(amountKobo, percent, 100);
}

export function addKobo(...amounts: readonly Kobo[]): Kobo {
  return toKobo(amounts.reduce((sum, amount) => sum + amount, 0));
}

export function negateKobo(amountKobo: Kobo): Kobo {
  return toKobo(amountKobo === 0 ? 0 : -amountKobo);
}

/** The smaller of two amounts: how much of `limitKobo` an amount may use. */
export function minKobo(a: Kobo, b: Kobo): Kobo {
  return a < b ? a : b;
}

const words = new Intl.NumberFormat('en-NG', {
  style: 'currency',
  currency: 'NGN',
  trailingZeroDisplay: 'stripIfInteger',
});

/** An amount for a sentence: "₦18,600", or "₦18,600.50" where there are kobo. */
export function formatNaira(amountKobo: Kobo): string {
  return words.format(nairaFromKobo(amountKobo));
}
