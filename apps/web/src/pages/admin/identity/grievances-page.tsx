import { grievanceStates } from '@portal/contract/identity/grievances';
import { useSearchParams } from 'react-router';
import { GrievanceList } from '../../../features/identity/grievances/staff/components/grievance-list.tsx';
import { LinkTabs } from '../../../shared/ui/navigation/link-tabs.tsx';
import { ConsolePageLayout } from '../layout/console-page-layout.tsx';

const VIEWS = [
  { id: 'received', to: '/admin/grievances', label: 'To answer' },
  { id: 'answered', to: '/admin/grievances?view=answered', label: 'Answered' },
  { id: 'closed', to: '/admin/grievances?view=closed', label: 'Closed' },
];

/** /admin/grievances: what customers say about how their data are treated. */
export function GrievancesPage() {
  const view = useSearchParams()[0].get('view');
  const status = grievanceStates.find((state) => state === view) ?? 'received';
  return (
    <ConsolePageLayout
      title="Grievances"
      lead="What customers complain of about their data (NDPA 2023, GAID 2025). An answer accepts that something was wrong and says what you do about it, or says why nothing was."
    >
      <div className="mt-5">
        <LinkTabs label="Which grievances" views={VIEWS} current={status} />
      </div>
      <div className="mt-6">
        <GrievanceList key={status} status={status} />
      </div>
    </ConsolePageLayout>
  );
}
