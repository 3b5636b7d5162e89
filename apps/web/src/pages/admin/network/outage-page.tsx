import { useParams } from 'react-router';
import { useOutage } from '../../../features/network/outage-credits/staff/api/outages.ts';
import { OutageView } from '../../../features/network/outage-credits/staff/components/outage-view.tsx';
import { Skeleton } from '../../../shared/ui/async/skeleton.tsx';
import { ConsolePageLayout } from '../layout/console-page-layout.tsx';
import { FoundOrMissing } from '../layout/found-or-missing.tsx';

const NETWORK = { to: '/admin/network', label: 'Network' };

/**
 * /admin/network/outages/:id: the credits of a long outage, who gets them, and the decisions before
 * they are applied.
 */
export function OutagePage() {
  const { id = '' } = useParams();
  const outage = useOutage(id);
  return (
    <ConsolePageLayout back={NETWORK}>
      <FoundOrMissing
        query={outage}
        failure="We could not load the outage"
        missing="There is no such outage"
        back={NETWORK}
        skeleton={<Skeleton className="h-[32rem] w-full" />}
      >
        {(loaded) => <OutageView key={loaded.incidentId} outage={loaded} />}
      </FoundOrMissing>
    </ConsolePageLayout>
  );
}
