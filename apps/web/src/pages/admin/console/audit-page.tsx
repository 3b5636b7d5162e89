import { useSearchParams } from 'react-router';
import { auditChoiceOf } from '../../../features/console/audit/staff/audit-filter.ts';
import { AuditFilters } from '../../../features/console/audit/staff/components/audit-filters.tsx';
import { AuditList } from '../../../features/console/audit/staff/components/audit-list.tsx';
import { useStaff } from '../../../features/identity/staff/staff/api/list-staff.ts';
import { ConsolePageLayout } from '../layout/console-page-layout.tsx';

/** Everything that staff changed, newest first. */
export function AuditPage() {
  const choice = auditChoiceOf(useSearchParams()[0]);
  const staff = useStaff();
  return (
    <ConsolePageLayout
      title="Audit log"
      lead="Each change that staff make, and each customer’s page that they open: who, what, when, before and after. It cannot be altered."
    >
      <AuditFilters choice={choice} staff={staff} />
      <div className="mt-6">
        <AuditList choice={choice} staff={staff.data} />
      </div>
    </ConsolePageLayout>
  );
}
