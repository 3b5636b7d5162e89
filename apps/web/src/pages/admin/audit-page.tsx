import { AuditList } from '../../features/audit/staff/components/audit-list.tsx';

/** Everything that staff changed, newest first. */
export function AuditPage() {
  return (
    <div className="wrap py-8 lg:py-10">
      <h1 className="h1">Audit log</h1>
      <p className="soft mt-2 mb-6">
        Each change that staff make: who, what, when, before and after. It cannot be altered.
      </p>
      <AuditList />
    </div>
  );
}
