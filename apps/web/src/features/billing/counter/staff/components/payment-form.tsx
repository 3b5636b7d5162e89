import { type CounterCustomer, counterMethod } from '@portal/contract/billing/staff-counter';
import { type KeyboardEvent, useEffect } from 'react';
import { formatExactNaira } from '../../../../../shared/format/naira.ts';
import { parseNaira } from '../../../../../shared/format/parse-naira.ts';
import { formatPhone } from '../../../../../shared/format/phone.ts';
import { KeyCap } from '../../../../../shared/staff/shortcuts/key-cap.tsx';
import { Button } from '../../../../../shared/ui/button/button.tsx';
import { Alert } from '../../../../../shared/ui/feedback/alert.tsx';
import { AmountField } from '../../../../../shared/ui/form/amount-field.tsx';
import { Field } from '../../../../../shared/ui/form/field.tsx';
import { useMediaQuery } from '../../../../../shared/ui/hooks/use-media-query.ts';
import type { TakenPayment } from '../api/take-counter-payment.ts';
import { usePaymentForm } from '../use-payment-form.ts';
import { isPart, taxWithheld } from '../withheld-tax.ts';
import { MethodChoice } from './method-choice.tsx';
import { SlipField } from './slip-field.tsx';

type PaymentFormProps = {
  customer: CounterCustomer;
  planId: string;
  /** The amount as it is typed, with the tax withheld; NaN while it is none. */
  onAmount: (amount: number) => void;
  onTaken: (taken: TakenPayment) => void;
  /** What the form begins with instead of what is due. */
  deposit: { readonly amount: number; readonly slip: string } | undefined;
};

const REFERENCES = {
  cash: { label: 'Number of the paper receipt', hint: 'Only where you have written one.' },
  pos: { label: 'Number on the POS slip', hint: 'Each number can be used once.' },
  deposit: { label: 'Number on the slip', hint: 'Each number can be used once.' },
};

/** Takes money; Enter records it. */
export function PaymentForm({ customer, planId, onAmount, onTaken, deposit }: PaymentFormProps) {
  const { form, field, amountField, submit, busy, failure, unanswered, again, sendAgain, slipId, setSlipId } =
    usePaymentForm({
      customer,
      planId,
      onTaken,
      deposit,
    });
  const [typed, method, withheld] = form.watch(['amount', 'method', 'withheld']);
  const isBesideCustomer = useMediaQuery('(min-width: 1024px)');
  const amount = amountField('amount');
  const naira = parseNaira(typed);
  const settled = naira + (withheld.trim() ? parseNaira(withheld) : 0);
  useEffect(() => onAmount(settled), [settled, onAmount]);
  function chooseByKey(event: KeyboardEvent) {
    const chosen = event.altKey ? counterMethod.options[['Digit1', 'Digit2', 'Digit3'].indexOf(event.code)] : undefined;
    if (!chosen || unanswered) return;
    event.preventDefault();
    form.setValue('method', chosen, { shouldDirty: true });
  }
  return (
    <form
      className="panel grid gap-5 p-5 md:p-6"
      aria-label="Payment"
      noValidate
      onSubmit={submit}
      onKeyDown={chooseByKey}
    >
      <fieldset className="grid min-w-0 gap-5" disabled={unanswered !== null}>
        <AmountField
          label="Amount in naira"
          // On a phone the page would open below the customer's name.
          autoFocus={isBesideCustomer}
          style={{ fontSize: '2rem', fontWeight: 300, minHeight: 64 }}
          {...amount}
          // It has the focus from the start: leaving it for something else on the page is no mistake.
          onBlur={(event) => {
            if (typed.trim()) void amount.onBlur(event);
          }}
        />
        {customer.isCompany && <WithheldField customer={customer} form={form} field={amountField('withheld')} />}
        <MethodChoice registration={form.register('method')} />
        <Field {...REFERENCES[method]} autoComplete="off" maxLength={60} {...field('outsideReference')} />
        {method === 'deposit' && <SlipField slipId={slipId} onSlip={setSlipId} />}
      </fieldset>
      <p className="flex flex-wrap justify-between gap-x-3 border-line border-t pt-4">
        <span>Receipt to</span>
        <span className="semi wrap-anywhere">{receiptTo(customer)}</span>
      </p>
      {unanswered ? (
        <>
          <Alert kind="bad">
            The server has not answered. The payment may be recorded or not: send it again, it is recorded once.
          </Alert>
          <Button size="large" block busy={again.busy} busyLabel="Sending..." onClick={sendAgain}>
            Send {formatExactNaira(unanswered.amount)} again
          </Button>
          {again.failure && <Alert kind="bad">{again.failure}</Alert>}
        </>
      ) : (
        <Button type="submit" size="large" block busy={busy} busyLabel="Recording...">
          Record {naira > 0 ? formatExactNaira(naira) : 'the payment'}
          <KeyCap>Enter</KeyCap>
        </Button>
      )}
      {failure && !unanswered && <Alert kind="bad">{failure}</Alert>}
      <p className="muted small">
        Recorded once, even if you press again or the connection drops. The receipt prints on A4 or 80 mm.
      </p>
    </form>
  );
}

type Form = ReturnType<typeof usePaymentForm>;

/** Tax that the company keeps back, with the usual shares of what is owed without VAT. */
function WithheldField({
  customer,
  form,
  field,
}: {
  customer: CounterCustomer;
  form: Form['form'];
  field: ReturnType<Form['amountField']>;
}) {
  const [typed, before] = form.watch(['amount', 'withheld']);
  const money = parseNaira(typed);
  const part = isPart(customer, money + (before.trim() ? parseNaira(before) : 0)) ? money : null;
  const percents = customer.total > 0 ? [5, 10] : [];
  const taxes = percents.map((percent) => ({ percent, ...taxWithheld(customer, { percent, part }) }));
  function withhold({ withheld, amount }: (typeof taxes)[number]) {
    form.setValue('withheld', String(withheld), { shouldDirty: true });
    form.setValue('amount', String(amount), { shouldDirty: true });
  }
  return (
    <div className="grid gap-2">
      <AmountField
        label="Tax withheld, in naira"
        hint="Settles the invoices together with the money. The credit note can come later."
        {...field}
      />
      <div className="flex flex-wrap gap-2 empty:hidden">
        {taxes.map((tax) => (
          <Button key={tax.percent} variant="secondary" onClick={() => withhold(tax)}>
            {tax.percent}% of {formatExactNaira(tax.net)}
          </Button>
        ))}
      </div>
    </div>
  );
}

function receiptTo({ email, phone }: CounterCustomer): string {
  if (email) return `${email}, by mail`;
  return phone ? `${formatPhone(phone)}, by text` : 'Paper only';
}
