import type { AutoPayView } from '@portal/contract/billing/payments/auto-pay';
import type { PaymentQuote } from '@portal/contract/billing/payments/payments';
import { Lock } from 'lucide-react';
import { type FormEvent, type KeyboardEvent, type RefObject, useEffect } from 'react';
import { formatExactNaira } from '../../../../shared/format/naira.ts';
import { useText } from '../../../../shared/i18n/use-text.ts';
import { AsyncBoundary } from '../../../../shared/ui/async/async-boundary.tsx';
import { Button } from '../../../../shared/ui/button/button.tsx';
import { Alert } from '../../../../shared/ui/feedback/alert.tsx';
import { Field } from '../../../../shared/ui/form/field.tsx';
import { SelectField } from '../../../../shared/ui/form/select-field.tsx';
import { SaveCardChoice } from '../../saved-cards/components/save-card-choice.tsx';
import { useGateways } from '../api/list-gateways.ts';
import type { Checkout } from '../checkout/use-checkout.ts';
import { type FilledOrder, useOrderForm } from '../use-order-form.ts';
import { AcceptedPaymentMethods } from './accepted-payment-methods.tsx';

export type PayFormProps = {
  quote: PaymentQuote | undefined;
  /** The customer's own address; the receipt may go to another. */
  email: string;
  checkout: Checkout;
  /** Left out where nothing is really paid. */
  autoPay?: AutoPayView | undefined;
  onPay: (order: FilledOrder) => void;
};

/** The receipt's address, the gateway, and 'Pay' (specification sections 2 and 5). */
export function PayForm({ quote, email, checkout, autoPay, onPay }: PayFormProps) {
  const t = useText();
  const order = useOrderForm(quote, { email }, onPay);
  // The browser ignores Enter while the submit button is disabled, and then the reason would stay
  // hidden.
  function explainOnEnter(event: KeyboardEvent) {
    if (event.key !== 'Enter' || !order.missing || !(event.target instanceof HTMLInputElement)) return;
    event.preventDefault();
    order.submit();
  }
  return (
    <form
      noValidate
      className="grid gap-5"
      onKeyDown={explainOnEnter}
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        order.submit();
      }}
    >
      <ReceiptAddress order={order} checkout={checkout} />
      <GatewayChoice field={order.gatewayField} value={order.gateway} onChange={order.changeGateway} />
      <AcceptedPaymentMethods />
      {quote && order.part !== null ? (
        <Alert kind="info">
          {t(
            '{gateway} takes at most {largest} at once. Pay that part now, and the other {rest} afterwards: each part counts towards what you owe. You can also pay all of it by bank deposit at our counter.',
            {
              gateway: order.gatewayName,
              largest: formatExactNaira(order.part),
              rest: formatExactNaira(Math.round((quote.total - order.part) * 100) / 100),
            },
          )}
        </Alert>
      ) : (
        <SaveCardChoice autoPay={autoPay} order={order} />
      )}
      {checkout.problem?.kind === 'amount-changed' && quote && (
        <Alert kind="warn">
          {t('The amount due is now {amount}. Check it above, then pay.', { amount: formatExactNaira(quote.total) })}
        </Alert>
      )}
      {!order.online && <Alert kind="warn">{t('You are offline. You can pay once you are connected again.')}</Alert>}
      <Button
        type="submit"
        size="large"
        block
        disabled={order.missing || !order.online}
        busy={checkout.busy}
        busyLabel={checkout.saving ? t('We are saving your payment...') : t('Opening the payment page...')}
      >
        <Lock />
        {quote ? t('Pay {amount}', { amount: formatExactNaira(order.part ?? quote.total) }) : t('Pay')}
      </Button>
    </form>
  );
}

type ReceiptAddressProps = { order: ReturnType<typeof useOrderForm>; checkout: Checkout };

function ReceiptAddress({ order, checkout }: ReceiptAddressProps) {
  const t = useText();
  const { emailField } = order;
  const refused = checkout.problem?.kind === 'email' ? checkout.problem.message : undefined;
  useEffect(() => {
    if (refused) emailField.current?.focus();
  }, [refused, emailField]);
  return (
    <Field
      ref={emailField}
      label={t('Email')}
      type="email"
      autoComplete="email"
      maxLength={255}
      hint={t('Your receipt goes here.')}
      value={order.email}
      error={order.emailError ?? refused}
      onChange={(event) => {
        order.changeEmail(event.currentTarget.value);
        checkout.reset();
      }}
    />
  );
}

type GatewayChoiceProps = {
  field: RefObject<HTMLSelectElement | null>;
  value: string;
  onChange: (gateway: string) => void;
};

function GatewayChoice({ field, value, onChange }: GatewayChoiceProps) {
  const t = useText();
  const gateways = useGateways();
  return (
    <AsyncBoundary
      query={gateways}
      failure={t('The payment gateways could not be loaded.')}
      skeleton={<SelectField label={t('Payment gateway')} placeholder={t('Loading...')} options={[]} disabled />}
    >
      {(open) =>
        open.length === 0 ? (
          <Alert kind="warn">{t('No payment gateway takes payments right now. Please try again later.')}</Alert>
        ) : (
          <SelectField
            ref={field}
            label={t('Payment gateway')}
            placeholder={t('Select a payment gateway')}
            options={open.map(({ id, name, currency }) => ({ value: id, label: `${name} (${currency})` }))}
            value={value}
            onChange={(event) => onChange(event.currentTarget.value)}
          />
        )
      }
    </AsyncBoundary>
  );
}
