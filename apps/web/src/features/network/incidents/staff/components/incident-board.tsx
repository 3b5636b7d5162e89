import type { StaffIncident } from '@portal/contract/network/staff-incidents';
import { type ReactNode, useState } from 'react';
import { formatMoment } from '../../../../../shared/format/date.ts';
import { Button } from '../../../../../shared/ui/button.tsx';
import { ButtonLink } from '../../../../../shared/ui/button-link.tsx';
import { EmptyState } from '../../../../../shared/ui/empty-state.tsx';
import { QueryContent } from '../../../../../shared/ui/query-content.tsx';
import { ShowMore } from '../../../../../shared/ui/show-more.tsx';
import { Skeleton } from '../../../../../shared/ui/skeleton.tsx';
import { IncidentEntry } from '../../components/incident-entry.tsx';
import { useStaffIncidents } from '../api/list-incidents.ts';
import { type IncidentMove, movesOf } from '../incident-moves.ts';
import { MoveDialog } from './move-dialog.tsx';

type Chosen = { readonly incident: StaffIncident; readonly move: IncidentMove };

export type IncidentBoardProps = {
  /** The address where an incident is corrected. */
  editAt: (id: string) => string;
  /** What belongs between what lasts and what is over. */
  children?: ReactNode;
};

/** Everything that customers are or were told: under way, planned, over. */
export function IncidentBoard({ editAt, children }: IncidentBoardProps) {
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const list = (incidents: readonly StaffIncident[]) => (
    <ul className="border-ink border-t">
      {incidents.map((incident) => (
        <li key={incident.id} className="border-line border-b">
          <BoardEntry
            incident={incident}
            editTo={editAt(incident.id)}
            onMove={(move) => setChosen({ incident, move })}
          />
        </li>
      ))}
    </ul>
  );
  return (
    <div className="mt-8 grid gap-12">
      <Group title="Under way" phase="under-way" list={list}>
        <EmptyState title="Nothing is under way">Customers read: Online, Excellent.</EmptyState>
      </Group>
      <Group title="Planned" phase="planned" list={list}>
        <p className="soft">No maintenance is planned.</p>
      </Group>
      {children}
      <Group title="Resolved or ended" phase="over" list={list}>
        <p className="soft">Nothing yet.</p>
      </Group>
      {chosen && <MoveDialog {...chosen} onClose={() => setChosen(null)} />}
    </div>
  );
}

type GroupProps = {
  title: string;
  phase: StaffIncident['phase'];
  list: (incidents: readonly StaffIncident[]) => ReactNode;
  /** What stands there while there is none. */
  children: ReactNode;
};

function Group({ title, phase, list, children }: GroupProps) {
  const incidents = useStaffIncidents(phase);
  return (
    <section aria-label={title} className="grid gap-4">
      <h2 className="h3">{title}</h2>
      <QueryContent
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
      </QueryContent>
    </section>
  );
}

type BoardEntryProps = { incident: StaffIncident; editTo: string; onMove: (move: IncidentMove) => void };

function BoardEntry({ incident, editTo, onMove }: BoardEntryProps) {
  const { title, resolvedAt, createdAt } = incident;
  return (
    <IncidentEntry incident={{ ...incident, endsAt: resolvedAt ?? incident.endsAt }}>
      <p className="muted small mt-2">
        Noted {formatMoment(createdAt)}
        {resolvedAt && ', resolved'}
      </p>
      <div className="mt-2 flex flex-wrap gap-3">
        {movesOf(incident).map((move) => (
          <Button key={move.id} variant="secondary" aria-label={`${move.label}: ${title}`} onClick={() => onMove(move)}>
            {move.label}
          </Button>
        ))}
        <ButtonLink variant="quiet" to={editTo} aria-label={`Correct: ${title}`}>
          Correct
        </ButtonLink>
      </div>
    </IncidentEntry>
  );
}
