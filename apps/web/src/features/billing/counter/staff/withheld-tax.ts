import type { CounterCustomer } from '@portal/contract/billing/staff-counter';

type Owed = Pick<CounterCustomer, 'due' | 'total' | 'netOfVat'>;

const toKobo = (naira: number) => Math.round(naira * 100) / 100;

/** Whether money and withheld tax together settle only a part of what is due. */
export function isPart({ total }: Pick<Owed, 'total'>, settled: number): boolean {
  return settled > 0 && toKobo(settled) < total;
}

/**
 * The tax that a company withholds, in naira, with the money that comes beside it: a percentage of
 * what is settled, without its VAT. Of the whole where `part` is null; else `part` is the money that
 * pays a part, and the tax is that of the part, of which the money is what it leaves.
 */
export function taxWithheld(
  { due, total, netOfVat }: Owed,
  { percent, part }: { readonly percent: number; readonly part: number | null },
): { readonly net: number; readonly withheld: number; readonly amount: number } {
  const owed = due.reduce((sum, { amount }) => sum + amount, 0);
  if (part === null || owed === 0) {
    const withheld = toKobo((netOfVat * percent) / 100);
    return { net: netOfVat, withheld, amount: toKobo(total - withheld) };
  }
  const netShare = netOfVat / owed;
  const net = toKobo((part * netShare) / (1 - (netShare * percent) / 100));
  return { net, withheld: toKobo((net * percent) / 100), amount: part };
}
