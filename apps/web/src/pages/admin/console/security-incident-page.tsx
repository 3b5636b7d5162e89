import { useParams } from 'react-router';
import { useSecurityIncident } from '../../../features/console/security-incidents/staff/api/security-incidents.ts';
import { IncidentView } from '../../../features/console/security-incidents/staff/components/incident-view.tsx';
import { Skeleton } from '../../../shared/ui/async/skeleton.tsx';
import { ConsolePageLayout } from '../layout/console-page-layout.tsx';
import { FoundOrMissing } from '../layout/found-or-missing.tsx';

const REGISTER = { to: '/admin/security-incidents', label: 'Security incidents' };

/** /admin/security-incidents/:id: one incident with its clocks. */
export function SecurityIncidentPage() {
  const { id = '' } = useParams();
  const incident = useSecurityIncident(id);
  return (
    <ConsolePageLayout back={REGISTER}>
      <FoundOrMissing
        query={incident}
        failure="We could not load the security incident"
        missing="There is no such security incident"
        back={REGISTER}
        skeleton={<Skeleton className="h-[32rem] w-full" />}
      >
        {(loaded) => <IncidentView incident={loaded} />}
      </FoundOrMissing>
    </ConsolePageLayout>
  );
}
