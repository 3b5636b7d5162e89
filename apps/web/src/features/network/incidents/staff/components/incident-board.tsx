import type { StaffIncident } from '@portal/contract/network/staff-incidents';
import { editIncident } from '@portal/contract/network/staff-incidents';
import { type ReactNode, useState } from 'react';
import { formatMoment } from '../../../../../shared/format/date.ts';
import { Allowed } from '../../../../../shared/staff/allowed.tsx';
import { AsyncBoundary } from '../../../../../shared/ui/async/async-boundary.tsx';
import { EmptyState } from '../../../../../shared/ui/async/empty-state.tsx';
import { ShowMore } from '../../../../../shared/ui/async/show-more.tsx';
import { Skeleton } from '../../../../../shared/ui/async/skeleton.tsx';
import { Button } from '../../../../../shared/ui/button/button.tsx';
import { ButtonLink } from '../../../../../shared/ui/button/button-link.tsx';
import { IncidentEntry } from '../../components/incident-entry.tsx';
import { useStaffIncidents } from '../api/list-incidents.ts';
import { actionsOf, type IncidentAction } from '../incident-actions.ts';
import { IncidentActionDialog } from './incident-action-dialog.tsx';

type Chosen = { readonly incident: StaffIncident; readonly action: IncidentAction };

export type IncidentBoardProps = {
  /** The address where an incident is corrected. */
  editAt: (id: string) => string;
  /** Content between present and past incidents. */
  children?: ReactNode;
};

/** All incidents and maintenance: active, scheduled, ended. */
export function IncidentBoard({ editAt, children }: IncidentBoardProps) {
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const list = (incidents: readonly StaffIncident[]) => (
    <ul className="border-ink border-t">
      {incidents.map((incident) => (
        <li key={incident.id} className="border-line border-b">
          <BoardEntry
            incident={incident}
            editTo={editAt(incident.id)}
            onAction={(action) => setChosen({ incident, action })}
          />
        </li>
      ))}
    </ul>
  );
  return (
    <div className="mt-8 grid gap-12">
      <Group title="Active" phase="under-way" list={list}>
        <EmptyState title="Nothing is active">Customers see: Online, Excellent.</EmptyState>
      </Group>
      <Group title="Scheduled maintenance" phase="planned" list={list}>
        <p className="soft">No maintenance is scheduled.</p>
      </Group>
      {children}
      <Group title="Resolved or ended" phase="over" list={list}>
        <p className="soft">Nothing yet.</p>
      </Group>
      {chosen && <IncidentActionDialog {...chosen} onClose={() => setChosen(null)} />}
    </div>
  );
}

type GroupProps = {
  title: string;
  phase: StaffIncident['phase'];
  list: (incidents: readonly StaffIncident[]) => ReactNode;
  /** The content without any incident. */
  children: ReactNode;
};

function Group({ title, phase, list, children }: GroupProps) {
  const incidents = useStaffIncidents(phase);
  return (
    <section aria-label={title} className="grid gap-4">
      <h2 className="h3">{title}</h2>
      <AsyncBoundary
        query={incidents}
        failure="We could not load the incidents"
        skeleton={<Skeleton className={`w-full ${phase === 'planned' ? 'h-6' : 'h-40'}`} />}
      >
        {(loaded) => (
          <>
            {loaded.length === 0 ? children : list(phase === 'planned' ? loaded.toReversed() : loaded)}
            <ShowMore query={incidents} />
          </>
        )}
      </AsyncBoundary>
    </section>
  );
}

type BoardEntryProps = { incident: StaffIncident; editTo: string; onAction: (action: IncidentAction) => void };

function BoardEntry({ incident, editTo, onAction }: BoardEntryProps) {
  const { title, resolvedAt, createdAt } = incident;
  return (
    <IncidentEntry incident={{ ...incident, endsAt: resolvedAt ?? incident.endsAt }}>
      <p className="muted small mt-2">
        Noted {formatMoment(createdAt)}
        {resolvedAt && ', resolved'}
      </p>
      <Allowed to={editIncident}>
        <div className="mt-2 flex flex-wrap gap-3">
          {actionsOf(incident).map((action) => (
            <Button
              key={action.id}
              variant="secondary"
              aria-label={`${action.label}: ${title}`}
              onClick={() => onAction(action)}
            >
              {action.label}
            </Button>
          ))}
          <ButtonLink variant="quiet" to={editTo} aria-label={`Correct: ${title}`}>
            Correct
          </ButtonLink>
        </div>
      </Allowed>
    </IncidentEntry>
  );
}
