import type { Payout } from '@portal/contract/billing/payments/staff-payouts';
import { payOutInCash, recordPayoutTransfer } from '@portal/contract/billing/payments/staff-payouts';
import { payOutByAgent } from '@portal/contract/billing/staff-agents';
import { useState } from 'react';
import { useUser } from '../../../../../shared/session/use-session.ts';
import { Allowed } from '../../../../../shared/staff/allowed.tsx';
import { Button } from '../../../../../shared/ui/button/button.tsx';
import { useRefreshPayouts } from '../api/payouts.ts';
import { AgentDialog, CashDialog, TransferDialog } from './payout-dialogs.tsx';

type PayoutActionsProps = {
  payout: Pick<Payout, 'reference' | 'amount' | 'requestedBy' | 'approvedBy'>;
  /** Of the payment. */
  gateway: string;
};

/** The ways in which a refund is paid out, for those who may. */
export function PayoutActions({ payout, gateway }: PayoutActionsProps) {
  const { reference, amount, requestedBy, approvedBy } = payout;
  const user = useUser();
  const [way, setWay] = useState<'cash' | 'transfer' | 'agent' | null>(null);
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
        {gateway === 'agent' && (
          <Allowed to={payOutByAgent}>
            <Button variant="secondary" onClick={() => setWay('agent')}>
              The agent gives it back
            </Button>
          </Allowed>
        )}
      </div>
      {way === 'cash' && <CashDialog reference={reference} amount={amount} onClose={close} />}
      {way === 'agent' && <AgentDialog reference={reference} amount={amount} onClose={close} />}
      {way === 'transfer' && <TransferDialog reference={reference} amount={amount} onClose={close} />}
    </>
  );
}
