import { nairaFromKobo } from '@portal/kernel/money';
import { parseAmount } from '@portal/kernel/parse-amount';

/** Naira as they are typed; NaN for what is no amount, which validation rejects. */
export function parseNaira(typed: string): number {
  const kobo = parseAmount(typed);
  return kobo === null ? Number.NaN : nairaFromKobo(kobo);
}
