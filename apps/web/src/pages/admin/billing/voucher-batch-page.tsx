import { useParams } from 'react-router';
import { useVoucherBatch } from '../../../features/billing/vouchers/staff/api/voucher-batches.ts';
import { BatchView } from '../../../features/billing/vouchers/staff/components/batch-view.tsx';
import { Skeleton } from '../../../shared/ui/async/skeleton.tsx';
import { ConsolePageLayout } from '../layout/console-page-layout.tsx';
import { FoundOrMissing } from '../layout/found-or-missing.tsx';

const VOUCHERS = { to: '/admin/vouchers', label: 'Vouchers' };

/** /admin/vouchers/:number: one batch of vouchers. */
export function VoucherBatchPage() {
  const { number = '' } = useParams();
  const batch = useVoucherBatch(Number(number) || 0);
  return (
    <ConsolePageLayout back={VOUCHERS}>
      <FoundOrMissing
        query={batch}
        failure="We could not load this batch"
        missing="There is no such batch"
        back={VOUCHERS}
        skeleton={<Skeleton className="h-[32rem] w-full" />}
      >
        {(loaded) => <BatchView key={loaded.number} batch={loaded} />}
      </FoundOrMissing>
    </ConsolePageLayout>
  );
}
