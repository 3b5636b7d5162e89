import type { VirtualAccount } from '@portal/contract/billing/payments/virtual-accounts';

const ORDER = ['ready', 'being-prepared', 'needs-identity', 'refused'] as const;

/**
 * The account numbers as the customer sees them: those that can be used first; of refusals only the last of
 * a provider that has nothing better for the same line.
 */
export function shownAccounts<Account extends VirtualAccount>(accounts: readonly Account[]): readonly Account[] {
  const isRefused = ({ status }: Account) => status === 'refused';
  const askedOf = ({ provider, line }: Account) => `${provider} ${line?.id ?? 'all'}`;
  const better = new Set(accounts.filter((account) => !isRefused(account)).map(askedOf));
  const refused = new Map(accounts.filter(isRefused).map((account) => [askedOf(account), account]));
  const shown = accounts.filter(
    (account) => !isRefused(account) || (!better.has(askedOf(account)) && refused.get(askedOf(account)) === account),
  );
  return shown.toSorted((a, b) => ORDER.indexOf(a.status) - ORDER.indexOf(b.status));
}

/** An account number as people read and type it: "9930 174 265". */
export function numberGroups(accountNumber: string): readonly string[] {
  return /^(\d{4})(\d{3})(\d{3})$/.exec(accountNumber)?.slice(1) ?? [accountNumber];
}
