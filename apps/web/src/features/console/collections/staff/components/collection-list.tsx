import type { CollectionRow } from '@portal/contract/console/collections';
import { Users } from 'lucide-react';
import { bidiIsolate } from '../../../../../shared/format/bidi-isolate.ts';
import { formatTimeOrMoment } from '../../../../../shared/format/date.ts';
import { formatExactNaira } from '../../../../../shared/format/naira.ts';
import { formatPhone } from '../../../../../shared/format/phone.ts';
import { AsyncBoundary } from '../../../../../shared/ui/async/async-boundary.tsx';
import { EmptyState } from '../../../../../shared/ui/async/empty-state.tsx';
import { ShowMore } from '../../../../../shared/ui/async/show-more.tsx';
import { Skeleton } from '../../../../../shared/ui/async/skeleton.tsx';
import { Badge } from '../../../../../shared/ui/feedback/badge.tsx';
import { classNames } from '../../../../../shared/ui/layout/class-names.ts';
import type { useCollections } from '../api/collections.ts';
import { type CollectionChoice, filterOf } from '../collection-choice.ts';
import { badgeOf, daysText, outcomeNames } from '../collection-labels.ts';

type CollectionListProps = {
  collections: ReturnType<typeof useCollections>;
  choice: CollectionChoice;
  /** How many there are in all. */
  total: number | undefined;
  onOpen: (accountId: number) => void;
};

/** The accounts that owe, in the order in which they are called. */
export function CollectionList({ collections, choice, total, onOpen }: CollectionListProps) {
  const isFiltered = Object.keys(filterOf(choice)).length > 0;
  return (
    <AsyncBoundary
      query={collections}
      failure="We could not load who owes"
      skeleton={<Skeleton className="h-[32rem] w-full" />}
    >
      {(rows) =>
        rows.length === 0 ? (
          <EmptyState title={isFiltered ? 'Nobody is in this list' : 'Nobody owes anything that is due'}>
            {isFiltered
              ? 'Choose another age, or show all.'
              : 'Accounts are listed from the day on which a bill is due.'}
          </EmptyState>
        ) : (
          <div className="min-w-0">
            <div aria-hidden="true" className="collection-head">
              <span>Name, telephone</span>
              <span>Owes, since</span>
              <span>Last promise, call</span>
            </div>
            <ul aria-label="Accounts that owe" className="collection-rows">
              {rows.map((row) => (
                <Row
                  key={row.customer.id}
                  row={row}
                  current={row.customer.id === choice.account}
                  onOpen={() => onOpen(row.customer.id)}
                />
              ))}
            </ul>
            <p className="small muted p-3">
              {total === undefined || isFiltered ? `${rows.length} here` : `${rows.length} of ${total}`}, calls that are
              due first, then the oldest. Arrow keys move, Enter takes one.
            </p>
            <ShowMore query={collections} />
          </div>
        )
      }
    </AsyncBoundary>
  );
}

function Row({ row, current, onOpen }: { row: CollectionRow; current: boolean; onOpen: () => void }) {
  const { customer, owes, days, lastCall, claim } = row;
  const badge = badgeOf(row);
  const isOthers = claim !== null && !claim.mine;
  return (
    <li>
      <button
        type="button"
        className={classNames('collection-row', isOthers && 'collection-row-taken')}
        aria-current={current || undefined}
        data-collection-row={customer.id}
        onClick={onOpen}
      >
        <span className="collection-name">{bidiIsolate(customer.name)}</span>
        <span className="collection-owes">{formatExactNaira(owes)}</span>
        <span className="collection-badge">
          <Badge kind={badge.kind} icon={badge.icon}>
            {badge.label}
          </Badge>
        </span>
        <span className="collection-phone">{customer.phone ? formatPhone(customer.phone) : 'No telephone'}</span>
        <span className="collection-days">{daysText(days)}</span>
        <span className="collection-last">
          {lastCall ? `${formatTimeOrMoment(lastCall.at)}, ${outcomeNames[lastCall.outcome]}` : 'Not called'}
        </span>
        {isOthers && (
          <span className="collection-claim">
            <Users className="icon-small" />
            {bidiIsolate(claim.by.name)} works on this one
          </span>
        )}
      </button>
    </li>
  );
}
