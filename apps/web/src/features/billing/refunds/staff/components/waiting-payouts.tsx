import { useId } from 'react';
import { Panel } from '../../../../../shared/ui/layout/panel.tsx';
import { usePayouts } from '../api/payouts.ts';
import { PayoutList } from './payout-list.tsx';

/** The refunds that wait at the counter, of all customers or of one; nothing where none does. */
export function WaitingPayouts({ customerId, className }: { customerId?: number; className?: string }) {
  const id = useId();
  const { data, error } = usePayouts(customerId);
  if (!error && !data?.length) return null;
  return (
    <section aria-labelledby={id} className={className}>
      <Panel className="p-5 md:p-6">
        <h2 className="h3 mb-3" id={id}>
          Refunds to pay out
        </h2>
        <PayoutList {...(customerId !== undefined && { customerId })} empty="None." />
      </Panel>
    </section>
  );
}
