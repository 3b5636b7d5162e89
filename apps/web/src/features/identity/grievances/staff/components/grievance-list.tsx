import { answerGrievance, closeGrievance, type StaffGrievance } from '@portal/contract/identity/grievances';
import { CircleAlert } from 'lucide-react';
import { useState } from 'react';
import { bidiIsolate } from '../../../../../shared/format/bidi-isolate.ts';
import { now } from '../../../../../shared/format/clock.ts';
import { formatMoment } from '../../../../../shared/format/date.ts';
import { Allowed } from '../../../../../shared/staff/allowed.tsx';
import { AsyncBoundary } from '../../../../../shared/ui/async/async-boundary.tsx';
import { EmptyState } from '../../../../../shared/ui/async/empty-state.tsx';
import { ShowMore } from '../../../../../shared/ui/async/show-more.tsx';
import { Skeleton } from '../../../../../shared/ui/async/skeleton.tsx';
import { Button } from '../../../../../shared/ui/button/button.tsx';
import { Badge } from '../../../../../shared/ui/feedback/badge.tsx';
import { PageLink } from '../../../../../shared/ui/navigation/page-link.tsx';
import { type GrievanceStatus, useStaffGrievances } from '../api/grievances.ts';
import { findingLabels, outcomeLabels } from '../grievance-labels.ts';
import { AnswerDialog, CloseDialog } from './grievance-dialogs.tsx';

const EMPTY: Readonly<Record<GrievanceStatus, string>> = {
  received: 'No grievance waits for an answer',
  answered: 'No answered grievance is open',
  closed: 'No grievance is closed yet',
};

type Open = { readonly kind: 'answer' | 'close'; readonly grievance: StaffGrievance } | null;

/** The grievances of one state: those to be answered with the most urgent first. */
export function GrievanceList({ status }: { status: GrievanceStatus }) {
  const grievances = useStaffGrievances(status);
  const [open, setOpen] = useState<Open>(null);
  return (
    <>
      <AsyncBoundary
        query={grievances}
        failure="We could not load the grievances"
        skeleton={<Skeleton className="h-80 w-full" />}
      >
        {(loaded) =>
          loaded.length === 0 ? (
            <EmptyState title={EMPTY[status]}>
              Customers write one in their account, under Privacy, when they think that their data were misused.
            </EmptyState>
          ) : (
            <>
              <ul>
                {loaded.map((grievance) => (
                  <Row key={grievance.id} grievance={grievance} onOpen={(kind) => setOpen({ kind, grievance })} />
                ))}
              </ul>
              <ShowMore query={grievances} />
            </>
          )
        }
      </AsyncBoundary>
      {open?.kind === 'answer' && <AnswerDialog grievance={open.grievance} onClose={() => setOpen(null)} />}
      {open?.kind === 'close' && <CloseDialog grievance={open.grievance} onClose={() => setOpen(null)} />}
    </>
  );
}

function Row({ grievance, onOpen }: { grievance: StaffGrievance; onOpen: (kind: 'answer' | 'close') => void }) {
  const { number, customer, status, what, since, wanted, receivedAt, dueAt, finding, answer, answeredBy, outcome } =
    grievance;
  const isOverdue = status === 'received' && now() > new Date(dueAt);
  return (
    <li className="grid grid-cols-1 gap-x-8 gap-y-3 border-line border-b py-4 first:pt-0 lg:grid-cols-[minmax(0,14rem)_minmax(0,1fr)]">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <span className="semi">{number}</span>
          {isOverdue && (
            <Badge kind="bad" icon={CircleAlert}>
              Overdue
            </Badge>
          )}
        </p>
        <PageLink className="link wrap-anywhere" to={`/admin/customers/${customer.id}`}>
          {bidiIsolate(customer.name)}
        </PageLink>
        <p className="soft small mt-1">Received {formatMoment(receivedAt)}</p>
        <p className={isOverdue ? 'semi small text-bad' : 'soft small'}>Answer by {formatMoment(dueAt)}</p>
      </div>
      <div className="min-w-0">
        <dl className="grid gap-2">
          <Said what="What happened" words={what} />
          <Said what="Since" words={since} />
          <Said what="What they want" words={wanted} />
          {finding && answer && <Said what={`${findingLabels[finding]}, by ${answeredBy}`} words={answer} />}
          {outcome && <Said what="How it ended" words={outcomeLabels[outcome]} />}
        </dl>
        <div className="mt-3 flex flex-wrap gap-3 empty:hidden">
          {status === 'received' && (
            <Allowed to={answerGrievance}>
              <Button aria-label={`Answer ${number}`} onClick={() => onOpen('answer')}>
                Answer
              </Button>
            </Allowed>
          )}
          {status === 'answered' && (
            <Allowed to={closeGrievance}>
              <Button variant="secondary" aria-label={`Close ${number}`} onClick={() => onOpen('close')}>
                Close
              </Button>
            </Allowed>
          )}
        </div>
      </div>
    </li>
  );
}

function Said({ what, words }: { what: string; words: string }) {
  return (
    <div>
      <dt className="muted small">{what}</dt>
      <dd className="wrap-anywhere whitespace-pre-wrap">{bidiIsolate(words)}</dd>
    </div>
  );
}
