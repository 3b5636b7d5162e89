import type { Payout } from '@portal/contract/billing/payments/staff-payouts';
import { payOutInCash, recordPayoutTransfer } from '@portal/contract/billing/payments/staff-payouts';
import { useState } from 'react';
import { useUser } from '../../../../../shared/session/use-session.ts';
import { Allowed } from '../../../../../shared/staff/allowed.tsx';
import { Button } from '../../../../../shared/ui/button/button.tsx';
import { useRefreshPayouts } from '../api/payouts.ts';
import { CashDialog, TransferDialog } from './payout-dialogs.tsx';

type PayoutActionsProps = { payout: Pick<Payout, 'reference' | 'amount' | 'requestedBy' | 'approvedBy'> };

/** The two ways in which a refund is paid out, for those who may. */
export function PayoutActions({ payout }: PayoutActionsProps) {
  const { reference, amount, requestedBy, approvedBy } = payout;
  const user = useUser();
  const [way, setWay] = useState<'cash' | 'transfer' | null>(null);
  const isAlone = approvedBy === null && requestedBy.id === user?.id;
  const refresh = useRefreshPayouts();
  const close = () => {
    setWay(null);
    void refresh();
  };
  return (
    <>
      {isAlone && (
        <p className="soft small">You asked for it and nobody approved it, so a colleague hands out the cash.</p>
      )}
      <div className="flex flex-wrap gap-3">
        {!isAlone && (
          <Allowed to={payOutInCash}>
            <Button onClick={() => setWay('cash')}>Pay out in cash</Button>
          </Allowed>
        )}
        <Allowed to={recordPayoutTransfer}>
          <Button variant="secondary" onClick={() => setWay('transfer')}>
            Record a transfer
          </Button>
        </Allowed>
      </div>
      {way === 'cash' && <CashDialog reference={reference} amount={amount} onClose={close} />}
      {way === 'transfer' && <TransferDialog reference={reference} amount={amount} onClose={close} />}
    </>
  );
}
