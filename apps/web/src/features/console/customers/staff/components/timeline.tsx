import type { TimelineEvent, TimelineKind } from '@portal/contract/console/customer-notes';
import { useState } from 'react';
import { bidiIsolate } from '../../../../../shared/format/bidi-isolate.ts';
import { formatMoment } from '../../../../../shared/format/date.ts';
import { AsyncBoundary } from '../../../../../shared/ui/async/async-boundary.tsx';
import { ShowMore } from '../../../../../shared/ui/async/show-more.tsx';
import { Skeleton } from '../../../../../shared/ui/async/skeleton.tsx';
import { SelectField } from '../../../../../shared/ui/form/select-field.tsx';
import { PageLink } from '../../../../../shared/ui/navigation/page-link.tsx';
import { useTimeline } from '../api/read-timeline.ts';
import { detailOf, pageOf, timelineKinds, titleOf } from '../timeline-labels.ts';

/** Everything that happened to a customer, newest first. */
export function Timeline({ customerId }: { customerId: number }) {
  const [kind, setKind] = useState<TimelineKind | ''>('');
  const events = useTimeline(customerId, kind || null);
  return (
    <>
      <div className="mt-5 max-w-60">
        <SelectField
          label="Show"
          placeholder="Everything"
          options={Object.entries(timelineKinds).map(([value, { name }]) => ({ value, label: name }))}
          value={kind}
          onChange={({ target }) => setKind(target.value as TimelineKind | '')}
        />
      </div>
      <div className="mt-4">
        <AsyncBoundary
          query={events}
          failure="We could not load what happened"
          skeleton={<Skeleton className="h-60 w-full" />}
        >
          {(loaded) =>
            loaded.length === 0 ? (
              <p className="small muted">Nothing yet.</p>
            ) : (
              <>
                <ol className="timeline" aria-label="Time line">
                  {loaded.map((event) => (
                    <Event key={event.key} event={event} />
                  ))}
                </ol>
                <ShowMore query={events} />
              </>
            )
          }
        </AsyncBoundary>
      </div>
    </>
  );
}

function Event({ event }: { event: TimelineEvent }) {
  const { icon: Icon } = timelineKinds[event.kind];
  const to = pageOf(event);
  const title = titleOf(event);
  const detail = detailOf(event);
  return (
    <li>
      <Icon className="icon-small" aria-hidden="true" />
      <div className="min-w-0">
        <p className="flex flex-wrap gap-x-2.5">
          {to ? (
            <PageLink className="link font-medium" to={to}>
              {title}
            </PageLink>
          ) : (
            <span className="font-medium">{title}</span>
          )}
          <span className="small muted">
            {formatMoment(event.at)}
            {event.by && `, ${bidiIsolate(event.by)}`}
            {event.apiKey && `, by API key ${bidiIsolate(event.apiKey.name)}`}
          </span>
        </p>
        {detail && <p className="soft small break-words whitespace-pre-line">{bidiIsolate(detail)}</p>}
      </div>
    </li>
  );
}
