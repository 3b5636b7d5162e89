import type { Outage, OutageLine } from '@portal/contract/network/staff-outage-credits';
import { excludeFromOutage } from '@portal/contract/network/staff-outage-credits';
import { useState } from 'react';
import { bidiIsolate } from '../../../../../shared/format/bidi-isolate.ts';
import { formatDateTime } from '../../../../../shared/format/date.ts';
import { Allowed } from '../../../../../shared/staff/allowed.tsx';
import { AsyncBoundary } from '../../../../../shared/ui/async/async-boundary.tsx';
import { ShowMore } from '../../../../../shared/ui/async/show-more.tsx';
import { Skeleton } from '../../../../../shared/ui/async/skeleton.tsx';
import { Button } from '../../../../../shared/ui/button/button.tsx';
import { StatusBadge } from '../../../../../shared/ui/feedback/status-badge.tsx';
import { SelectField } from '../../../../../shared/ui/form/select-field.tsx';
import { PageLink } from '../../../../../shared/ui/navigation/page-link.tsx';
import { useOutageLines } from '../api/outages.ts';
import { durationLabel, LINE_STATES } from '../outage-labels.ts';
import { ExcludeDialog } from './exclude-dialog.tsx';

const STATES = Object.entries(LINE_STATES).map(([value, { label }]) => ({ value, label }));

/** The lines that an outage affected; until credits are applied, each can be excluded. */
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
      <AsyncBoundary
        query={lines}
        failure="We could not load the lines"
        skeleton={<Skeleton className="h-72 w-full" />}
      >
        {(loaded) =>
          loaded.length === 0 ? (
            <p className="soft">{outage.state === 'listing' ? 'The list is being prepared.' : 'No line.'}</p>
          ) : (
            <>
              <ul className="border-ink border-t">
                {loaded.map((line) => (
                  <LineRow
                    key={line.lineId}
                    line={line}
                    {...(outage.state === 'listed' && { onDecide: () => setChosen(line) })}
                  />
                ))}
              </ul>
              <ShowMore query={lines} />
            </>
          )
        }
      </AsyncBoundary>
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
            {bidiIsolate(customer.name)}
          </PageLink>
          <StatusBadge status={state} statuses={LINE_STATES} />
        </p>
        <p className="small soft break-words">
          Lost {durationLabel(minutes)}: {[planName, area].filter(Boolean).join(', ')}
        </p>
        {reason && (
          <p className="small break-words">
            {bidiIsolate(excludedBy?.name ?? '')}: {reason}
          </p>
        )}
        {paidUntil && <p className="small muted">Paid until {formatDateTime(paidUntil)} since</p>}
      </div>
      {onDecide && (state === 'waiting' || state === 'excluded') && (
        <Allowed to={excludeFromOutage}>
          <Button
            variant="quiet"
            className="justify-self-start"
            aria-label={`${state === 'waiting' ? 'Exclude' : 'Include again'}: ${customer.name}`}
            onClick={onDecide}
          >
            {state === 'waiting' ? 'Exclude' : 'Include again'}
          </Button>
        </Allowed>
      )}
    </li>
  );
}
