import type { Outage, OutageLine } from '@portal/contract/network/staff-outage-credits';
import { useState } from 'react';
import { formatDateTime } from '../../../../../shared/format/date.ts';
import { isolated } from '../../../../../shared/format/isolated.ts';
import { Button } from '../../../../../shared/ui/button.tsx';
import { PageLink } from '../../../../../shared/ui/page-link.tsx';
import { QueryContent } from '../../../../../shared/ui/query-content.tsx';
import { SelectField } from '../../../../../shared/ui/select-field.tsx';
import { ShowMore } from '../../../../../shared/ui/show-more.tsx';
import { Skeleton } from '../../../../../shared/ui/skeleton.tsx';
import { StatusBadge } from '../../../../../shared/ui/status-badge.tsx';
import { useOutageLines } from '../api/outages.ts';
import { LINE_STATES, minutesInWords } from '../outage-words.ts';
import { ExcludeDialog } from './exclude-dialog.tsx';

const STATES = Object.entries(LINE_STATES).map(([value, { label }]) => ({ value, label }));

/** Whose time an outage took; while nothing is given back, each can be left out. */
export function OutageLines({ outage }: { outage: Outage }) {
  const [state, setState] = useState<OutageLine['state'] | ''>('');
  const [chosen, setChosen] = useState<OutageLine | null>(null);
  const lines = useOutageLines(outage.incidentId, state, JSON.stringify([outage.state, outage.counts]));
  return (
    <section aria-label="Lines">
      <div className="mb-5 max-w-72">
        <SelectField
          label="Show"
          placeholder="Every line"
          options={STATES}
          value={state}
          onChange={({ target }) => setState(target.value as OutageLine['state'] | '')}
        />
      </div>
      <QueryContent query={lines} failure="We could not load the lines" skeleton={<Skeleton className="h-72 w-full" />}>
        {(loaded) =>
          loaded.length === 0 ? (
            <p className="soft">{outage.state === 'listing' ? 'The list is being made.' : 'No line.'}</p>
          ) : (
            <>
              <ul className="border-ink border-t">
                {loaded.map((line) => (
                  <LineRow
                    key={line.customer.id}
                    line={line}
                    {...(outage.state === 'listed' && { onDecide: () => setChosen(line) })}
                  />
                ))}
              </ul>
              <ShowMore query={lines} />
            </>
          )
        }
      </QueryContent>
      {chosen && <ExcludeDialog outage={outage} line={chosen} onClose={() => setChosen(null)} />}
    </section>
  );
}

function LineRow({ line, onDecide }: { line: OutageLine; onDecide?: () => void }) {
  const { customer, planName, area, minutes, state, reason, excludedBy, paidUntil } = line;
  return (
    <li className="grid gap-x-6 gap-y-1.5 border-line border-b py-3.5 sm:grid-cols-[minmax(0,1fr)_auto] sm:items-center">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-x-4 gap-y-1.5">
          <PageLink className="semi break-words hover:underline" to={`/admin/customers/${customer.id}`}>
            {isolated(customer.name)}
          </PageLink>
          <StatusBadge status={state} statuses={LINE_STATES} />
        </p>
        <p className="small soft break-words">
          Lost {minutesInWords(minutes)}: {[planName, area].filter(Boolean).join(', ')}
        </p>
        {reason && (
          <p className="small break-words">
            {isolated(excludedBy?.name ?? '')}: {reason}
          </p>
        )}
        {paidUntil && <p className="small muted">Paid until {formatDateTime(paidUntil)} since</p>}
      </div>
      {onDecide && (state === 'waiting' || state === 'excluded') && (
        <Button
          variant="quiet"
          className="justify-self-start"
          aria-label={`${state === 'waiting' ? 'Leave out' : 'Take in again'}: ${customer.name}`}
          onClick={onDecide}
        >
          {state === 'waiting' ? 'Leave out' : 'Take in again'}
        </Button>
      )}
    </li>
  );
}
