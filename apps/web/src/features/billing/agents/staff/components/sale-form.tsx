import { sellAtAgent } from '@portal/contract/billing/staff-agents';
import { useRef } from 'react';
import { newClientId } from '../../../../../shared/api/new-client-id.ts';
import { useCallForm } from '../../../../../shared/api/use-call-form.ts';
import { formatExactNaira } from '../../../../../shared/format/naira.ts';
import { parseNaira } from '../../../../../shared/format/parse-naira.ts';
import { Button } from '../../../../../shared/ui/button/button.tsx';
import { Alert } from '../../../../../shared/ui/feedback/alert.tsx';
import { AmountField } from '../../../../../shared/ui/form/amount-field.tsx';
import type { AgentSaleOrder } from '../pending-sale.ts';
import type { Sold } from '../use-sell.ts';

type SaleFormProps = {
  customer: string;
  name: string;
  /** Sends it, and keeps it on the device until it is answered. */
  sell: (order: AgentSaleOrder, name: string) => Promise<Sold>;
  /** Another sale, or this one, is not answered yet. */
  isWaiting: boolean;
  onDone: (done: { text: string; receiptNumber: string }) => void;
};

/** Takes cash for a customer who was found; a second press records nothing again. */
export function SaleForm({ customer, name, sell, isWaiting, onDone }: SaleFormProps) {
  const clientRequestId = useRef(newClientId());
  const { form, amountField, failure, busy, submit } = useCallForm<{ amount: string }, AgentSaleOrder, Sold>({
    schema: sellAtAgent.body,
    start: { amount: '' },
    bodyOf: ({ amount }) => ({ customer, amount: parseNaira(amount), clientRequestId: clientRequestId.current }),
    call: (order) => sell(order, name),
    onDone: ({ sale }) =>
      onDone({ text: `${formatExactNaira(sale.amount)} is recorded.`, receiptNumber: sale.receiptNumber }),
  });
  const naira = parseNaira(form.watch('amount'));
  return (
    <form className="grid gap-5 pt-5" aria-label="Cash" noValidate onSubmit={submit}>
      <fieldset className="min-w-0" disabled={isWaiting}>
        <AmountField
          label="Amount in naira"
          style={{ fontSize: '2rem', fontWeight: 300, minHeight: 64 }}
          {...amountField('amount')}
        />
      </fieldset>
      {!isWaiting && (
        <Button type="submit" size="large" block busy={busy} busyLabel="Recording...">
          {naira > 0 ? `I have taken ${formatExactNaira(naira)}` : 'Take the cash'}
        </Button>
      )}
      {failure && !isWaiting && <Alert kind="bad">{failure}</Alert>}
      <p className="muted small">Recorded once, even if you press again or the connection drops.</p>
    </form>
  );
}
