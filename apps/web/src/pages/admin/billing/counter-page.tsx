import { useState } from 'react';
import { useNavigate } from 'react-router';
import { TillLine } from '../../../features/billing/counter/staff/components/till-line.tsx';
import { WaitingPayouts } from '../../../features/billing/refunds/staff/components/waiting-payouts.tsx';
import { CustomerSearch } from '../../../features/console/customers/staff/components/customer-search.tsx';
import { WalkInDialog } from '../../../features/console/customers/staff/components/walk-in-dialog.tsx';
import { Button } from '../../../shared/ui/button/button.tsx';
import { ConsolePageLayout } from '../layout/console-page-layout.tsx';

/** /admin/counter: the till, and the customer who wants to pay. */
export function CounterPage() {
  const [registers, setRegisters] = useState(false);
  const navigate = useNavigate();
  return (
    <ConsolePageLayout title="Counter">
      <TillLine />
      <WaitingPayouts className="mt-5" />
      <div className="mt-5">
        <Button variant="secondary" onClick={() => setRegisters(true)}>
          New customer
        </Button>
      </div>
      <CustomerSearch within="/admin/counter" />
      {registers && (
        <WalkInDialog
          onRegistered={(id) => void navigate(`/admin/counter/${id}`)}
          onClose={() => setRegisters(false)}
        />
      )}
    </ConsolePageLayout>
  );
}
