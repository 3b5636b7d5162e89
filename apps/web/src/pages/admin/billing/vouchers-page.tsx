import { createVoucherBatch } from '@portal/contract/billing/staff-vouchers';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { BatchList } from '../../../features/billing/vouchers/staff/components/batch-list.tsx';
import { FindVoucher } from '../../../features/billing/vouchers/staff/components/find-voucher.tsx';
import { NewBatchDialog } from '../../../features/billing/vouchers/staff/components/new-batch-dialog.tsx';
import { Allowed } from '../../../shared/staff/allowed.tsx';
import { Button } from '../../../shared/ui/button/button.tsx';
import { ConsolePageLayout } from '../layout/console-page-layout.tsx';

/** /admin/vouchers: batches of vouchers, and one voucher by its serial number. */
export function VouchersPage() {
  const [isMaking, setMaking] = useState(false);
  const navigate = useNavigate();
  return (
    <ConsolePageLayout
      title="Vouchers"
      lead="Cards with a PIN that pays like money, once. A batch is made, printed, and sold by you or on account by agents."
    >
      <Allowed to={createVoucherBatch}>
        <div className="mt-5">
          <Button onClick={() => setMaking(true)}>New batch</Button>
        </div>
      </Allowed>
      <section aria-labelledby="find-title" className="mt-8">
        <h2 className="h3 mb-3" id="find-title">
          Find a voucher
        </h2>
        <FindVoucher />
      </section>
      <section aria-labelledby="batches-title" className="mt-10">
        <h2 className="h3 mb-3" id="batches-title">
          Batches
        </h2>
        <BatchList />
      </section>
      {isMaking && (
        <NewBatchDialog
          onMade={(number) => void navigate(`/admin/vouchers/${number}`)}
          onClose={() => setMaking(false)}
        />
      )}
    </ConsolePageLayout>
  );
}
