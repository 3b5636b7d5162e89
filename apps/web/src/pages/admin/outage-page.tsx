import { useParams } from 'react-router';
import { useOutage } from '../../features/network/incidents/staff/api/outages.ts';
import { OutageView } from '../../features/network/incidents/staff/components/outage-view.tsx';
import { Skeleton } from '../../shared/ui/skeleton.tsx';
import { FoundOrNot } from './found-or-not.tsx';
import { PageFrame } from './page-frame.tsx';

const NETWORK = { to: '/admin/network', label: 'Network' };

/** /admin/network/outages/:id: what a long outage gives back, to whom, and what may be decided before it does. */
export function OutagePage() {
  const { id = '' } = useParams();
  const outage = useOutage(id);
  return (
    <PageFrame back={NETWORK}>
      <FoundOrNot
        query={outage}
        failure="We could not load the outage"
        missing="There is no such outage"
        back={NETWORK}
        skeleton={<Skeleton className="h-[32rem] w-full" />}
      >
        {(loaded) => <OutageView key={loaded.incidentId} outage={loaded} />}
      </FoundOrNot>
    </PageFrame>
  );
}
