import type { AuditRecord } from '@portal/contract/console/audit';
import { listAudit } from '@portal/contract/console/audit';
import { openSecurityIncident } from '@portal/contract/console/security-incidents';
import { ListFilter } from 'lucide-react';
import { bidiIsolate } from '../../../../../shared/format/bidi-isolate.ts';
import { formatMoment } from '../../../../../shared/format/date.ts';
import { Allowed } from '../../../../../shared/staff/allowed.tsx';
import { AsyncBoundary } from '../../../../../shared/ui/async/async-boundary.tsx';
import { DataAsOf } from '../../../../../shared/ui/async/data-as-of.tsx';
import { EmptyState } from '../../../../../shared/ui/async/empty-state.tsx';
import { ShowMore } from '../../../../../shared/ui/async/show-more.tsx';
import { Skeleton } from '../../../../../shared/ui/async/skeleton.tsx';
import { PageLink } from '../../../../../shared/ui/navigation/page-link.tsx';
import { type AuditFilter, useAudit } from '../api/list-audit.ts';
import { auditAddress } from '../audit-filter.ts';
import {
  actionLabel,
  fieldLabel,
  programLabel,
  readSubject,
  recordedFields,
  type Staff,
  valueLabel,
} from '../audit-labels.ts';

const PAGE_SIZE = 50;

/** What may be an incident. */
const SECURITY_EVENTS: ReadonlySet<string> = new Set([
  'staff.refuse',
  'staff.directory-refuse',
  'second-factor.recovery-code',
  'export.download',
  'archive.download',
]);

/**
 * The append-only audit log: who, what, when, and the fields before and after, with links to what
 * was changed.
 */
export function AuditList({ choice, staff }: { choice: AuditFilter; staff: Staff | undefined }) {
  const audit = useAudit(choice, PAGE_SIZE);
  const narrowed = choice.subject !== null || choice.actor !== null;
  return (
    <AsyncBoundary
      query={audit}
      failure="We could not load the audit log"
      skeleton={<Skeleton className="h-96 w-full" />}
    >
      {(records) =>
        records.length === 0 ? (
          <EmptyState title={narrowed ? 'Nothing recorded about this' : 'Nothing recorded yet'}>
            Each change that is audited appears here.
          </EmptyState>
        ) : (
          <>
            <DataAsOf label="As of" path={listAudit.path} />
            <ul className="border-ink border-t">
              {records.map((record) => (
                <Row key={record.id} record={record} choice={choice} staff={staff} />
              ))}
            </ul>
            <ShowMore query={audit} />
          </>
        )
      }
    </AsyncBoundary>
  );
}

type RowProps = { record: AuditRecord; choice: AuditFilter; staff: Staff | undefined };

function Row({ record, choice, staff }: RowProps) {
  const program = programLabel(record.actor);
  return (
    <li className="grid grid-cols-1 gap-x-6 gap-y-2 border-line border-b py-3.5 md:grid-cols-[170px_minmax(0,260px)_minmax(0,1fr)]">
      <div>
        {program && (
          <p className="semi break-words">
            {record.actor.keyId ? (
              <PageLink
                className="hover:underline"
                to={auditAddress({ subject: `api-key:${record.actor.keyId}`, actor: null })}
                title={`API key ${record.actor.keyId}`}
              >
                {program}
              </PageLink>
            ) : (
              program
            )}
          </p>
        )}
        <PageLink
          className={program ? 'small soft hover:underline' : 'semi hover:underline'}
          to={auditAddress({ ...choice, actor: record.actor.id })}
          title={`Only what ${bidiIsolate(record.actor.name)} changed`}
        >
          {bidiIsolate(record.actor.name)}
        </PageLink>
        {record.actor.kind === 'customer' && <p className="muted small">Customer</p>}
        <p className="muted small">
          <time dateTime={record.at}>{formatMoment(record.at)}</time>
        </p>
      </div>
      <div className="min-w-0">
        <p className="semi break-words">{actionLabel(record.action)}</p>
        <SubjectLine record={record} choice={choice} />
        {SECURITY_EVENTS.has(record.action) && (
          <Allowed to={openSecurityIncident}>
            <PageLink
              className="link small inline-flex min-h-11 items-center"
              to={`/admin/security-incidents?event=${record.id}`}
              aria-label={`Open an incident from entry ${record.id}`}
            >
              Open an incident
            </PageLink>
          </Allowed>
        )}
      </div>
      {record.redactedAt ? (
        <p className="small muted">
          Erased <time dateTime={record.redactedAt}>{formatMoment(record.redactedAt)}</time>, with the person’s data
        </p>
      ) : (
        <Changes record={record} staff={staff} />
      )}
    </li>
  );
}

function SubjectLine({ record: { subject, about }, choice }: { record: AuditRecord; choice: AuditFilter }) {
  const { name, id, page } = readSubject(subject);
  const words = about ? `${name}: ${bidiIsolate(about)}` : `${name} ${id}`.trim();
  return (
    <p className="small flex items-center">
      {page ? (
        <PageLink className="link wrap-anywhere min-w-0" to={page}>
          {words}
        </PageLink>
      ) : (
        <span className="muted wrap-anywhere min-w-0">{words}</span>
      )}
      {choice.subject !== subject && (
        <PageLink
          className="icon-btn -my-3"
          to={auditAddress({ ...choice, subject })}
          aria-label={`Only changes of ${words}`}
          title="Only changes of this"
        >
          <ListFilter className="icon-small" />
        </PageLink>
      )}
    </p>
  );
}

type ChangesProps = { record: Pick<AuditRecord, 'before' | 'after'>; staff?: Staff | undefined };

/** The fields of one record, as they were and as they are. */
export function Changes({ record: { before, after }, staff }: ChangesProps) {
  return (
    <dl className="small grid min-w-0 content-start gap-1">
      {recordedFields(before, after).map((field) => (
        <div key={field} className="grid grid-cols-[120px_minmax(0,1fr)] gap-x-3">
          <dt className="muted break-words">{fieldLabel(field)}</dt>
          <dd className="min-w-0 break-words">
            {before && field in before && (
              <>
                <span className="sr-only">before: </span>
                <del className="muted mr-2">{valueLabel(before[field], field, staff)}</del>
              </>
            )}
            {after && field in after && (
              <>
                <span className="sr-only">after: </span>
                <ins className="no-underline">{valueLabel(after[field], field, staff)}</ins>
              </>
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}
