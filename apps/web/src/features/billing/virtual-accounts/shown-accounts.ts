import type { VirtualAccount } from '@portal/contract/billing/payments/virtual-accounts';

const ORDER = ['ready', 'being-prepared', 'needs-identity', 'refused'] as const;

/**
 * The account numbers as the customer sees them: those that can be used first; of refusals only the last of
 * a provider that has nothing better.
 */
export function shownAccounts<Account extends VirtualAccount>(accounts: readonly Account[]): readonly Account[] {
  const better = new Set(accounts.flatMap(({ status, provider }) => (status === 'refused' ? [] : [provider])));
  const refused = new Map(
    accounts.filter(({ status }) => status === 'refused').map((account) => [account.provider, account]),
  );
  const shown = accounts.filter(
    (account) =>
      account.status !== 'refused' || (!better.has(account.provider) && refused.get(account.provider) === account),
  );
  return shown.toSorted((a, b) => ORDER.indexOf(a.status) - ORDER.indexOf(b.status));
}

/** An account number as people read and type it: "9930 174 265". */
export function numberGroups(accountNumber: string): readonly string[] {
  return /^(\d{4})(\d{3})(\d{3})$/.exec(accountNumber)?.slice(1) ?? [accountNumber];
}
