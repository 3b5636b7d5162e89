import { Download } from 'lucide-react';
import { useState } from 'react';
import { useParams } from 'react-router';
import { receiptPdf, useStaffReceipt } from '../../../features/billing/counter/staff/api/get-staff-receipt.ts';
import { PaperChoice } from '../../../features/billing/counter/staff/components/paper-choice.tsx';
import { StaffReceipt } from '../../../features/billing/counter/staff/components/staff-receipt.tsx';
import { Skeleton } from '../../../shared/ui/async/skeleton.tsx';
import { buttonClass } from '../../../shared/ui/button/button.tsx';
import { ConsolePageLayout } from '../layout/console-page-layout.tsx';
import { FoundOrMissing } from '../layout/found-or-missing.tsx';

const COUNTER = { to: '/admin/counter', label: 'Counter' };

/** /admin/receipts/:receiptNumber: a receipt, printed on A4 or on the roll of an 80 mm printer. */
export function StaffReceiptPage() {
  const { receiptNumber = '' } = useParams();
  const receipt = useStaffReceipt(receiptNumber);
  const [paper, setPaper] = useState<'a4' | 'roll'>('a4');
  return (
    <ConsolePageLayout>
      <FoundOrMissing
        query={receipt}
        failure="We could not load this receipt"
        missing="There is no such receipt"
        back={COUNTER}
        skeleton={<Skeleton className="h-96 w-full" />}
      >
        {(loaded) => (
          <div className={paper === 'roll' ? 'paper-roll' : undefined}>
            <div className="no-print mb-4 flex flex-wrap items-center gap-3">
              <PaperChoice paper={paper} onChoose={setPaper} />
              <a className={buttonClass({ variant: 'secondary' })} href={receiptPdf(receiptNumber)} download>
                <Download />
                PDF
              </a>
            </div>
            <StaffReceipt receipt={loaded} />
          </div>
        )}
      </FoundOrMissing>
    </ConsolePageLayout>
  );
}
