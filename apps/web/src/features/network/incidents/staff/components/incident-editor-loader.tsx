import type { IncidentForm } from '@portal/contract/network/staff-incidents';
import { now } from '../../../../../shared/format/clock.ts';
import { AsyncBoundary } from '../../../../../shared/ui/async/async-boundary.tsx';
import { EmptyState } from '../../../../../shared/ui/async/empty-state.tsx';
import { Skeleton } from '../../../../../shared/ui/async/skeleton.tsx';
import { PageLink } from '../../../../../shared/ui/navigation/page-link.tsx';
import { useServiceAreas } from '../../../areas/staff/api/areas.ts';
import { useStaffIncidents } from '../api/list-incidents.ts';
import { fieldsOf, newIncident } from '../incident-fields.ts';
import { IncidentEditor } from './incident-editor.tsx';

export type IncidentEditorLoaderProps = {
  /** The id of one that is there, or the kind of a new one. */
  subject: { readonly id: string } | { readonly kind: IncidentForm['kind'] };
  /** Where the list is. */
  listTo: string;
  onDone: () => void;
};

/** Finds the incident in the list, and opens its editor. */
export function IncidentEditorLoader({ subject, listTo, onDone }: IncidentEditorLoaderProps) {
  const lists = [useStaffIncidents('under-way'), useStaffIncidents('planned'), useStaffIncidents('over')];
  const areas = useServiceAreas();
  if ('kind' in subject) {
    return <IncidentEditor id={null} start={newIncident(subject.kind, now())} areas={areas} onDone={onDone} />;
  }
  const query = lists.find(({ data }) => data?.some(({ id }) => id === subject.id)) ?? together(lists);
  return (
    <AsyncBoundary
      query={query}
      failure="We could not load the incident"
      skeleton={<Skeleton className="mt-6 h-96 w-full" />}
    >
      {(loaded) => {
        const incident = loaded.find(({ id }) => id === subject.id);
        if (!incident) return <Missing listTo={listTo} />;
        return (
          <IncidentEditor key={incident.id} id={incident.id} start={fieldsOf(incident)} areas={areas} onDone={onDone} />
        );
      }}
    </AsyncBoundary>
  );
}

/** All lists as one, which is there once each of them is. */
function together(lists: readonly ReturnType<typeof useStaffIncidents>[]) {
  return {
    data: lists.every(({ data }) => data) ? lists.flatMap(({ data = [] }) => data) : undefined,
    error: lists.find(({ error }) => error)?.error ?? null,
    isFetching: lists.some(({ isFetching }) => isFetching),
    refetch: () => Promise.all(lists.map(({ refetch }) => refetch())),
  };
}

function Missing({ listTo }: { listTo: string }) {
  return (
    <div className="mt-6">
      <EmptyState
        title="This incident is not on the list"
        action={
          <PageLink className="link inline-flex min-h-11 items-center" to={listTo}>
            Back to the network
          </PageLink>
        }
      >
        It may be too old to be corrected here.
      </EmptyState>
    </div>
  );
}
