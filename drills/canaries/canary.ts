import type { DataKind } from '../../apps/server/src/platform/database/personal-data/declarations.ts';

/** A secret that is used everywhere and must turn up nowhere. */
export type Canary = {
  readonly name: string;
  readonly value: string;
  /** The kinds of personal data as which it may be in the database; nowhere without them. */
  readonly belongsTo?: readonly DataKind[];
  /** `table.column` where it has to be beside those, and why. */
  readonly alsoIn?: Readonly<Record<string, string>>;
};

const escaped = (text: string): string => text.replace(/[^\w]/g, '\\$&');

/**
 * A regular expression, for JavaScript and PostgreSQL alike, of the ways in which it may be written: as
 * it is, in an address, in base64 and in hexadecimal. A code of digits alone counts where it stands alone.
 */
export function patternOf({ value }: Canary): string {
  if (/^\d{6}$/.test(value)) return `(^|[^0-9A-Za-z.:+_-])${value}($|[^0-9A-Za-z.:_-])`;
  const bytes = Buffer.from(value);
  const forms = [value, encodeURIComponent(value), bytes.toString('base64').replace(/=+$/, ''), bytes.toString('hex')];
  return [...new Set(forms)].map(escaped).join('|');
}
