import type { CounterCustomer } from '@portal/contract/billing/staff-counter';
import { takeCounterPayment } from '@portal/contract/billing/staff-counter';
import { useEffect, useRef, useState } from 'react';
import { ApiError, messageOf } from '../../../../shared/api/api-error.ts';
import { newClientId } from '../../../../shared/api/new-client-id.ts';
import { useCallForm } from '../../../../shared/api/use-call-form.ts';
import { useOneAtATime } from '../../../../shared/api/use-one-at-a-time.ts';
import { parseNaira } from '../../../../shared/format/parse-naira.ts';
import { useUser } from '../../../../shared/session/use-session.ts';
import { useReconnection } from '../../../../shared/ui/hooks/use-reconnection.ts';
import { type CounterPayment, type TakenPayment, useTakeCounterPayment } from './api/take-counter-payment.ts';
import { isUnanswered, pendingPayment } from './pending-payment.ts';

type Fields = { amount: string; method: CounterPayment['method']; outsideReference: string; withheld: string };

type Order = {
  readonly customer: CounterCustomer;
  readonly planId: string;
  readonly onTaken: (taken: TakenPayment) => void;
  /** A deposit that a bank statement shows: its sum in naira, and the number that it is recorded under. */
  readonly deposit?: { readonly amount: number; readonly slip: string } | undefined;
};

/**
 * The form that takes money once: its request id is kept on the device until the server has
 * answered. Without an answer the form is closed, and sends the same payment again when asked, or
 * when the connection is back.
 */
export function usePaymentForm({ customer, planId, onTaken, deposit }: Order) {
  const user = useUser();
  const take = useTakeCounterPayment(customer.id);
  const [pending] = useState(() => pendingPayment(localStorage, user?.id ?? 0, customer.id));
  const [unanswered, setUnanswered] = useState(pending.read);
  const [again, setAgain] = useState({ busy: false, failure: '' });
  const [slipId, setSlipId] = useState('');
  const requestId = useRef(newClientId());
  const oneAtATime = useOneAtATime();

  async function send(payment: CounterPayment): Promise<TakenPayment> {
    pending.keep(payment);
    try {
      const taken = await take(payment);
      pending.forget();
      return taken;
    } catch (failure) {
      if (isUnanswered(failure)) setUnanswered(payment);
      else {
        pending.forget();
        setUnanswered(null);
        requestId.current = newClientId();
      }
      throw failure;
    }
  }

  const start: Fields = {
    amount: String(unanswered?.amount ?? deposit?.amount ?? (customer.total || '')),
    method: unanswered?.method ?? (deposit ? 'deposit' : 'cash'),
    outsideReference: unanswered?.outsideReference ?? deposit?.slip ?? '',
    withheld: unanswered?.withheld ? String(unanswered.withheld) : '',
  };
  const call = useCallForm<Fields, CounterPayment, TakenPayment>({
    schema: takeCounterPayment.body,
    start,
    bodyOf: ({ amount, method, outsideReference, withheld }) => ({
      amount: parseNaira(amount),
      method,
      clientRequestId: requestId.current,
      ...(outsideReference.trim() && { outsideReference }),
      ...(withheld.trim() && { withheld: parseNaira(withheld) }),
      lineId: customer.lineId,
      ...(planId && { planId }),
      ...(slipId && method === 'deposit' && { slipId }),
    }),
    call: send,
    onDone: onTaken,
  });

  function sendAgain() {
    if (!unanswered) return;
    oneAtATime(async () => {
      setAgain({ busy: true, failure: '' });
      try {
        onTaken(await send(unanswered));
      } catch (failure) {
        setAgain({ busy: false, failure: failure instanceof ApiError ? messageOf(failure) : '' });
        return;
      }
      setAgain({ busy: false, failure: '' });
    });
  }
  useReconnection(sendAgain);

  // The suggested amount follows what is due until somebody has typed another.
  const { form } = call;
  const total = deposit?.amount ?? (customer.total || '');
  useEffect(() => {
    if (!unanswered && !form.formState.dirtyFields.amount) form.resetField('amount', { defaultValue: String(total) });
  }, [total, unanswered, form]);

  return { ...call, unanswered, again, sendAgain, slipId, setSlipId };
}
