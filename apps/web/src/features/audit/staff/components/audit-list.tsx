import type { AuditRecord } from '@portal/contract/audit';
import { formatMoment } from '../../../../shared/format/date.ts';
import { Button } from '../../../../shared/ui/button.tsx';
import { EmptyState } from '../../../../shared/ui/empty-state.tsx';
import { QueryContent } from '../../../../shared/ui/query-content.tsx';
import { Skeleton } from '../../../../shared/ui/skeleton.tsx';
import { useAudit } from '../api/list-audit.ts';

/** The append-only record: who, what, when, and the fields before and after. `subject` narrows it to one thing. */
export function AuditList({ subject }: { subject?: string | undefined }) {
  const audit = useAudit(subject);
  return (
    <QueryContent
      query={audit}
      failure="We could not load the audit log"
      skeleton={<Skeleton className="h-96 w-full" />}
    >
      {(records) =>
        records.length === 0 ? (
          <EmptyState title="Nothing recorded yet">Each change that staff make appears here.</EmptyState>
        ) : (
          <>
            <ul className="border-ink border-t">
              {records.map((record) => (
                <Row key={record.id} record={record} />
              ))}
            </ul>
            {audit.hasNextPage && (
              <Button
                variant="secondary"
                className="mt-5"
                busy={audit.isFetchingNextPage}
                busyLabel="Loading..."
                onClick={() => void audit.fetchNextPage()}
              >
                Show more
              </Button>
            )}
          </>
        )
      }
    </QueryContent>
  );
}

function Row({ record }: { record: AuditRecord }) {
  return (
    <li className="grid gap-x-6 gap-y-1 border-line border-b py-3 md:grid-cols-[180px_200px_1fr]">
      <div>
        <p className="semi">{record.actor.name}</p>
        <p className="muted small">{formatMoment(record.at)}</p>
      </div>
      <div className="min-w-0">
        <p className="semi break-words">{record.action}</p>
        <p className="muted small break-all">{record.subject}</p>
      </div>
      <Changes record={record} />
    </li>
  );
}

function Changes({ record: { before, after } }: { record: AuditRecord }) {
  const fields = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
  return (
    <dl className="small grid min-w-0 content-start gap-1">
      {fields.map((field) => (
        <div key={field} className="grid grid-cols-[110px_1fr] gap-x-3">
          <dt className="muted break-words">{field}</dt>
          <dd className="min-w-0 break-words">
            {before && field in before && <del className="muted mr-2">{shown(before[field])}</del>}
            {after && field in after && <ins className="no-underline">{shown(after[field])}</ins>}
          </dd>
        </div>
      ))}
    </dl>
  );
}

function shown(value: unknown): string {
  if (value === null || value === undefined || value === '') return 'none';
  return typeof value === 'string' ? value : JSON.stringify(value);
}
