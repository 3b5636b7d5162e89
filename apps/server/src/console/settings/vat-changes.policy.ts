import type { VatChange } from '@portal/kernel/billing/vat';

/**
 * Why dated rates of VAT must not become others, null where they may: documents have been issued on days
 * that have come, so their rates stay. A change may begin today, but is not taken back the same day.
 */
export function vatChangeFault(
  before: readonly VatChange[],
  after: readonly VatChange[],
  today: string,
): string | null {
  const [was, becomes] = [before, after].map((changes) => new Map(changes.map(({ from, rate }) => [from, rate])));
  for (const day of [...before, ...after].map(({ from }) => from).toSorted()) {
    if (day > today || was?.get(day) === becomes?.get(day)) continue;
    if (was?.has(day)) return `The rate from ${day} is in force: it can change from a later day on`;
    if (day < today) return `${day} is over: a rate can change from today on`;
  }
  return null;
}
