import type { CounterCustomer } from '@portal/contract/billing/staff-counter';
import { useState } from 'react';
import { SelectField } from '../../../../../shared/ui/form/select-field.tsx';
import { LinkList } from '../../../payment-links/staff/components/link-list.tsx';
import { WaitingPayouts } from '../../../refunds/staff/components/waiting-payouts.tsx';
import { CounterVoucher } from '../../../vouchers/staff/components/counter-voucher.tsx';
import type { TakenPayment } from '../api/take-counter-payment.ts';
import { DuePanel } from './due-panel.tsx';
import { EffectPanel } from './effect-panel.tsx';
import { PaymentForm } from './payment-form.tsx';
import { PlanChoice } from './plan-choice.tsx';
import { TakenPanel } from './taken-panel.tsx';

type TakePaymentProps = {
  customer: CounterCustomer;
  planId: string;
  onPlan: (id: string) => void;
  onLine: (id: number) => void;
  /** A deposit that a bank statement shows. */
  deposit?: { readonly amount: number; readonly slip: string } | undefined;
};

/** What a customer owes beside the form that takes it; afterwards its receipt. */
export function TakePayment({ customer, planId, onPlan, onLine, deposit }: TakePaymentProps) {
  const [amount, setAmount] = useState(Number.NaN);
  const [taken, setTaken] = useState<TakenPayment | null>(null);
  return (
    <div className="mt-5 grid gap-5 lg:grid-cols-[minmax(0,1fr)_480px]">
      <div className="grid min-w-0 content-start gap-5">
        {!taken && customer.lines.length > 1 && (
          <SelectField
            label={customer.isCompany ? 'Line of a new charge' : 'For the line'}
            options={customer.lines.map(({ id, label, planName }) => ({
              value: String(id),
              label: [label, planName].filter(Boolean).join(', '),
            }))}
            value={customer.lineId}
            onChange={(event) => onLine(Number(event.target.value))}
          />
        )}
        <DuePanel customer={customer} />
        <WaitingPayouts customerId={customer.id} />
        {!taken && (customer.needsPlan || planId) && <PlanChoice planId={planId} onChoose={onPlan} />}
        {!taken && amount > 0 && <EffectPanel customer={customer} amount={amount} />}
        {!taken && <CounterVoucher customerId={customer.id} lineId={customer.lineId} />}
        <LinkList customerId={customer.id} />
      </div>
      {taken ? (
        <TakenPanel taken={taken} onMore={() => setTaken(null)} />
      ) : (
        <PaymentForm customer={customer} planId={planId} onAmount={setAmount} onTaken={setTaken} deposit={deposit} />
      )}
    </div>
  );
}
