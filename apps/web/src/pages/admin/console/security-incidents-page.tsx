import { useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { OpenIncidentDialog } from '../../../features/console/security-incidents/staff/components/incident-dialogs.tsx';
import { IncidentList } from '../../../features/console/security-incidents/staff/components/incident-list.tsx';
import { ConsolePageLayout } from '../layout/console-page-layout.tsx';

/** /admin/security-incidents: the register; with `?event=` an incident is opened from that entry of the audit log. */
export function SecurityIncidentsPage() {
  const [params, setParams] = useSearchParams();
  const navigate = useNavigate();
  const event = Number(params.get('event'));
  const auditRecordId = Number.isInteger(event) && event > 0 ? event : null;
  const [isOpening, setOpening] = useState(auditRecordId !== null);
  return (
    <ConsolePageLayout
      title="Security incidents"
      lead="What happened to the security of systems and data, who was told and when. Entries cannot be changed, backdated or deleted."
    >
      <div className="mt-6">
        <IncidentList onOpen={() => setOpening(true)} />
      </div>
      {isOpening && (
        <OpenIncidentDialog
          auditRecordId={auditRecordId}
          onClose={() => {
            setOpening(false);
            setParams({}, { replace: true });
          }}
          onOpened={({ id }) => void navigate(`/admin/security-incidents/${id}`)}
        />
      )}
    </ConsolePageLayout>
  );
}
