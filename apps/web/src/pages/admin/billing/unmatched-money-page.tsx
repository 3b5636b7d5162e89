import { searchCustomers } from '@portal/contract/console/customers';
import { useSearchParams } from 'react-router';
import {
  TransferFilters,
  TransferList,
} from '../../../features/billing/incoming-transfers/staff/components/transfer-list.tsx';
import { transferChoiceOf } from '../../../features/billing/incoming-transfers/staff/transfer-choice.ts';
import { useMay } from '../../../shared/staff/use-may.ts';
import { CustomerDialog } from '../console/customer-picker.tsx';
import { ConsolePageLayout } from '../layout/console-page-layout.tsx';

/** /admin/unmatched-money: transfers to account numbers, first those of which nobody knows whose they are. */
export function UnmatchedMoneyPage() {
  const choice = transferChoiceOf(useSearchParams()[0]);
  const may = useMay();
  return (
    <ConsolePageLayout
      title="Unmatched money"
      lead="Transfers to account numbers. One that finds its customer pays their bills by itself; the others wait here until somebody says whose they are."
      back={{ to: '/admin/accounting', label: 'Accounting' }}
    >
      <div className="mt-4">
        <TransferFilters choice={choice} />
        <div className="mt-6">
          <TransferList choice={choice} Customers={may(searchCustomers) ? CustomerDialog : null} />
        </div>
      </div>
    </ConsolePageLayout>
  );
}
