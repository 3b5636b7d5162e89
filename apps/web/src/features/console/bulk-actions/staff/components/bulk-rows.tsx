import { type BulkRow, bulkOutcomes } from '@portal/contract/console/bulk-actions';
import { useState } from 'react';
import { bidiIsolate } from '../../../../../shared/format/bidi-isolate.ts';
import { AsyncBoundary } from '../../../../../shared/ui/async/async-boundary.tsx';
import { ShowMore } from '../../../../../shared/ui/async/show-more.tsx';
import { Skeleton } from '../../../../../shared/ui/async/skeleton.tsx';
import { StatusBadge } from '../../../../../shared/ui/feedback/status-badge.tsx';
import { SelectField } from '../../../../../shared/ui/form/select-field.tsx';
import { PageLink } from '../../../../../shared/ui/navigation/page-link.tsx';
import { useBulkRows } from '../api/bulk-actions.ts';
import { outcomes } from '../bulk-labels.ts';

const OPTIONS = bulkOutcomes.map((value) => ({ value, label: outcomes[value].label }));

/** What became of each customer of a bulk action; `ended` is how many are through. */
export function BulkRows({ id, ended }: { id: string; ended: number }) {
  const [outcome, setOutcome] = useState<BulkRow['outcome'] | ''>('');
  const rows = useBulkRows(id, outcome, ended);
  return (
    <section aria-labelledby="bulk-rows" className="mt-8 max-w-4xl">
      <div className="flex flex-wrap items-end justify-between gap-4">
        <h2 className="h3" id="bulk-rows">
          By customer
        </h2>
        <SelectField
          label="Show"
          placeholder="All"
          options={OPTIONS}
          value={outcome}
          onChange={({ target }) => setOutcome(bulkOutcomes.find((one) => one === target.value) ?? '')}
        />
      </div>
      <AsyncBoundary
        query={rows}
        failure="We could not load the customers"
        skeleton={<Skeleton className="mt-4 h-80 w-full" />}
      >
        {(loaded) =>
          loaded.length === 0 ? (
            <p className="soft py-6">None.</p>
          ) : (
            <>
              <ul className="mt-3 border-ink border-t">
                {loaded.map((row) => (
                  <Row key={row.customer.id} row={row} />
                ))}
              </ul>
              <ShowMore query={rows} />
            </>
          )
        }
      </AsyncBoundary>
    </section>
  );
}

function Row({ row: { customer, outcome, reason } }: { row: BulkRow }) {
  return (
    <li className="grid grid-cols-1 gap-x-6 gap-y-1 border-line border-b py-2.5 sm:grid-cols-[minmax(0,1fr)_minmax(0,260px)] sm:items-center">
      <p className="min-w-0">
        <PageLink
          className="link wrap-anywhere inline-flex min-h-11 items-center"
          to={`/admin/customers/${customer.id}`}
        >
          {bidiIsolate(customer.name)}
        </PageLink>
      </p>
      <p className="flex min-w-0 flex-wrap items-center gap-x-2.5">
        <StatusBadge status={outcome} statuses={outcomes} />
        {reason && <span className="small soft wrap-anywhere">{reason}</span>}
      </p>
    </li>
  );
}
