import { bidiIsolate } from '../../../../../shared/format/bidi-isolate.ts';
import { formatMoment } from '../../../../../shared/format/date.ts';
import { AsyncBoundary } from '../../../../../shared/ui/async/async-boundary.tsx';
import { ShowMore } from '../../../../../shared/ui/async/show-more.tsx';
import { Skeleton } from '../../../../../shared/ui/async/skeleton.tsx';
import { useAudit } from '../api/list-audit.ts';
import { actionLabel, programLabel } from '../audit-labels.ts';
import { Changes } from './audit-list.tsx';

const PAGE_SIZE = 10;

/** The audit entries of one subject ("customer:42"), in short, for that subject's own page. */
export function AuditTrail({ subject }: { subject: string }) {
  const audit = useAudit({ subject, actor: null, without: 'views' }, PAGE_SIZE);
  return (
    <AsyncBoundary
      query={audit}
      failure="We could not load what staff changed"
      skeleton={<Skeleton className="h-20 w-full" />}
    >
      {(records) =>
        records.length === 0 ? (
          <p className="small muted">Nothing yet.</p>
        ) : (
          <>
            <ul>
              {records.map((record) => (
                <li key={record.id} className="grid gap-1.5 border-line border-t py-3 first:border-t-0">
                  <p>
                    <span className="font-medium">{actionLabel(record.action)}</span>{' '}
                    <span className="small muted">
                      {programLabel(record.actor) ?? bidiIsolate(record.actor.name)}, {formatMoment(record.at)}
                    </span>
                  </p>
                  <Changes record={record} />
                </li>
              ))}
            </ul>
            <ShowMore query={audit} />
          </>
        )
      }
    </AsyncBoundary>
  );
}
