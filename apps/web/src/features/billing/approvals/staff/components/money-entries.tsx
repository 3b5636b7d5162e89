import type { ReactNode } from 'react';
import { bidiIsolate } from '../../../../../shared/format/bidi-isolate.ts';
import { formatExactNaira } from '../../../../../shared/format/naira.ts';
import { AsyncBoundary, type AsyncBoundaryProps } from '../../../../../shared/ui/async/async-boundary.tsx';
import { Skeleton } from '../../../../../shared/ui/async/skeleton.tsx';
import { PageLink } from '../../../../../shared/ui/navigation/page-link.tsx';

type MoneyEntriesProps<Entry> = Pick<AsyncBoundaryProps<readonly Entry[]>, 'query' | 'failure'> & {
  empty: string;
  /** Renders one; it needs a key. */
  children: (entry: Entry) => ReactNode;
};

/** What staff did with a customer's money, newest first, as a list in a section. */
export function MoneyEntries<Entry>({ query, failure, empty, children }: MoneyEntriesProps<Entry>) {
  return (
    <AsyncBoundary query={query} failure={failure} skeleton={<Skeleton className="h-6 w-48" />}>
      {(entries) =>
        entries.length === 0 ? (
          <p className="small muted min-h-6">{empty}</p>
        ) : (
          <ul>{entries.map((entry) => children(entry))}</ul>
        )
      }
    </AsyncBoundary>
  );
}

type MoneyEntryProps = {
  /** In naira. */
  amount: number;
  badge: ReactNode;
  /** Where entries of several customers are listed. */
  customer: { readonly id: number; readonly name: string } | null;
  children: ReactNode;
};

/** One of them: the sum, what became of it, and whose it is, above the rest. */
export function MoneyEntry({ amount, badge, customer, children }: MoneyEntryProps) {
  return (
    <li className="grid gap-1.5 border-line border-t py-3 first:border-t-0">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
        <span className="semi">{formatExactNaira(amount)}</span>
        {badge}
        {customer && (
          <PageLink className="link" to={`/admin/customers/${customer.id}`}>
            {bidiIsolate(customer.name)}
          </PageLink>
        )}
      </p>
      {children}
    </li>
  );
}
