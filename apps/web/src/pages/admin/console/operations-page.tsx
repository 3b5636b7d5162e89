import { listEInvoices } from '@portal/contract/billing/e-invoices';
import { useSearchParams } from 'react-router';
import { RefusedEInvoices } from '../../../features/billing/e-invoices/staff/components/refused-e-invoices.tsx';
import { BackupStatus } from '../../../features/console/operations/staff/components/backup-status.tsx';
import { DeliveryList } from '../../../features/console/operations/staff/components/delivery-list.tsx';
import { InstanceList } from '../../../features/console/operations/staff/components/instance-list.tsx';
import { JobList } from '../../../features/console/operations/staff/components/job-list.tsx';
import { QueueList } from '../../../features/console/operations/staff/components/queue-list.tsx';
import { deliveryKindOf } from '../../../features/console/operations/staff/operations-labels.ts';
import { Allowed } from '../../../shared/staff/allowed.tsx';
import { ConsolePageLayout } from '../layout/console-page-layout.tsx';

const DELIVERIES = 'deliveries';

/** /admin/operations: whether the installation works, refreshed every 15 seconds. */
export function OperationsPage() {
  const [params] = useSearchParams();
  return (
    <ConsolePageLayout
      title="Operations"
      lead="What runs on its own, and whether it works. The page refreshes every 15 seconds."
    >
      <div className="mt-6 grid grid-cols-1 gap-x-12 gap-y-10 lg:grid-cols-[minmax(0,1fr)_380px]">
        <div className="grid min-w-0 grid-cols-1 content-start gap-12">
          <JobList />
          <DeliveryList
            kind={deliveryKindOf(params.get(DELIVERIES))}
            addressOf={(kind) => `/admin/operations?${DELIVERIES}=${kind}`}
          />
          <Allowed to={listEInvoices}>
            <RefusedEInvoices />
          </Allowed>
        </div>
        <div className="grid min-w-0 grid-cols-1 content-start gap-5">
          <InstanceList />
          <QueueList />
          <BackupStatus />
        </div>
      </div>
    </ConsolePageLayout>
  );
}
