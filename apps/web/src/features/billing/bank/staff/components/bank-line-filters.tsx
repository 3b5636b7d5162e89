import type { BankAccount } from '@portal/contract/billing/bank/bank-accounts';
import { Badge } from '../../../../../shared/ui/feedback/badge.tsx';
import { PageLink } from '../../../../../shared/ui/navigation/page-link.tsx';
import { addressOf, type LineChoice } from '../line-choice.ts';

type Entry = { readonly label: string; readonly to: string; readonly count?: number; readonly current: boolean };

/** Which lines are listed: by their state, and by their account where there are several. */
export function BankLineFilters({ choice, accounts }: { choice: LineChoice; accounts: readonly BankAccount[] }) {
  const counted = accounts.filter(({ id }) => choice.account === null || id === choice.account);
  const waiting = counted.reduce((sum, { open }) => sum + open, 0);
  const proposed = counted.reduce((sum, each) => sum + each.proposed, 0);
  const state = (status: LineChoice['status'], label: string, count?: number): Entry => ({
    label,
    to: addressOf({ ...choice, status, line: null }),
    ...(count !== undefined && { count }),
    current: choice.status === status,
  });
  const states = [
    state('waiting', 'Waiting', waiting),
    state('proposed', 'Proposed', proposed),
    state('open', 'Open', waiting - proposed),
    state('matched', 'Matched'),
    state(null, 'All'),
  ];
  const byAccount = accounts.map(({ id, name, open }) => ({
    label: name,
    to: addressOf({ ...choice, account: id === choice.account ? null : id, line: null }),
    count: open,
    current: id === choice.account,
  }));
  return (
    <nav aria-label="Which lines" className="collection-filters">
      <Group title="Show" entries={states} />
      {accounts.length > 1 && <Group title="Account" entries={byAccount} />}
    </nav>
  );
}

function Group({ title, entries }: { title: string; entries: readonly Entry[] }) {
  return (
    <div>
      <h2>{title}</h2>
      <ul>
        {entries.map(({ label, to, count, current }) => (
          <li key={label}>
            <PageLink to={to} aria-current={current || undefined}>
              {label}
              {count !== undefined && <Badge kind="mute">{count}</Badge>}
            </PageLink>
          </li>
        ))}
      </ul>
    </div>
  );
}
