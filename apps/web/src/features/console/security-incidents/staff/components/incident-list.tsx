import { openSecurityIncident, type SecurityIncidentSummary } from '@portal/contract/console/security-incidents';
import { Plus } from 'lucide-react';
import { bidiIsolate } from '../../../../../shared/format/bidi-isolate.ts';
import { formatMoment } from '../../../../../shared/format/date.ts';
import { Allowed } from '../../../../../shared/staff/allowed.tsx';
import { AsyncBoundary } from '../../../../../shared/ui/async/async-boundary.tsx';
import { EmptyState } from '../../../../../shared/ui/async/empty-state.tsx';
import { ShowMore } from '../../../../../shared/ui/async/show-more.tsx';
import { Skeleton } from '../../../../../shared/ui/async/skeleton.tsx';
import { Button } from '../../../../../shared/ui/button/button.tsx';
import { StatusBadge } from '../../../../../shared/ui/feedback/status-badge.tsx';
import { PageLink } from '../../../../../shared/ui/navigation/page-link.tsx';
import { useSecurityIncidents } from '../api/security-incidents.ts';
import { dutyLabels, kindLabels, stateLooks } from '../incident-labels.ts';

/** The register of security incidents, with what is due next of each. */
export function IncidentList({ onOpen }: { onOpen: () => void }) {
  const incidents = useSecurityIncidents();
  return (
    <>
      <Allowed to={openSecurityIncident}>
        <Button onClick={onOpen}>
          <Plus />
          Open an incident
        </Button>
      </Allowed>
      <div className="mt-6">
        <AsyncBoundary
          query={incidents}
          failure="We could not load the register"
          skeleton={<Skeleton className="h-80 w-full" />}
        >
          {(loaded) =>
            loaded.length === 0 ? (
              <EmptyState title="No security incident is registered">
                Open one as soon as you notice something: the clocks of the regulators count from then.
              </EmptyState>
            ) : (
              <>
                <ul className="border-ink border-t">
                  {loaded.map((incident) => (
                    <Row key={incident.id} incident={incident} />
                  ))}
                </ul>
                <ShowMore query={incidents} />
              </>
            )
          }
        </AsyncBoundary>
      </div>
    </>
  );
}

function Row({ incident: { id, number, title, kind, state, noticedAt, next } }: { incident: SecurityIncidentSummary }) {
  return (
    <li className="relative border-line border-b py-4">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <PageLink
          className="semi wrap-anywhere after:absolute after:inset-0 hover:underline"
          to={`/admin/security-incidents/${id}`}
        >
          {number}: {bidiIsolate(title)}
        </PageLink>
        <StatusBadge status={state} statuses={stateLooks} />
      </p>
      <p className="soft small mt-1">
        {kindLabels[kind]}, noticed {formatMoment(noticedAt)}
      </p>
      {next && (
        <p className={next.isOverdue ? 'semi small mt-1 text-bad' : 'small mt-1'}>
          {dutyLabels[next.duty]}: {next.isOverdue ? 'was due' : 'due'} {formatMoment(next.dueAt)}
        </p>
      )}
    </li>
  );
}
