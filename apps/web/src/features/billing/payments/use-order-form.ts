import type { PaymentQuote } from '@portal/contract/billing/payments/payments';
import { emailAddress } from '@portal/contract/platform/fields';
import { useRef, useState } from 'react';
import { toast } from '../../../shared/ui/feedback/toast.ts';
import { useOnline } from '../../../shared/ui/hooks/use-online.ts';
import type { PaymentOrder } from './api/initialize-payment.ts';
import { useGateways } from './api/list-gateways.ts';

/** The values of the form; the product is known before. */
export type FilledOrder = Omit<PaymentOrder, 'purchase'>;

/**
 * The customer's values, and their submission (specification section 5, Payment). `email` is the
 * field's initial value.
 */
export function useOrderForm(
  quote: PaymentQuote | undefined,
  start: { readonly email: string },
  onPay: (order: FilledOrder) => void,
) {
  const online = useOnline();
  const [email, setEmail] = useState(start.email);
  const [gateway, setGateway] = useState('');
  const [autoPay, setAutoPay] = useState(false);
  const [emailError, setEmailError] = useState<string>();
  const emailField = useRef<HTMLInputElement>(null);
  const gatewayField = useRef<HTMLSelectElement>(null);
  const gateways = useGateways();
  const chosen = gateways.data?.find(({ id }) => id === gateway);
  /** What the gateway takes at once, in naira, where that is less than what is due; else null. */
  const part = quote && chosen?.largest !== undefined && chosen.largest < quote.total ? chosen.largest : null;
  const missing = !quote || gateway === '' || email.trim() === '';

  function submit() {
    if (missing) {
      toast({
        title: 'Missing Information',
        description: 'Please select a payment gateway and enter your email',
        variant: 'destructive',
      });
      (email.trim() === '' ? emailField : gatewayField).current?.focus();
      return;
    }
    const checked = emailAddress.safeParse(email);
    setEmailError(checked.error?.issues[0]?.message);
    if (!checked.success) emailField.current?.focus();
    else if (online) {
      const order = { gateway, email: checked.data, planId: quote.plan.id };
      onPay(
        part === null ? { ...order, amountNaira: quote.total, autoPay } : { ...order, amountNaira: part, part: true },
      );
    }
  }
  function changeEmail(value: string) {
    setEmail(value);
    setEmailError(undefined);
  }
  return {
    online,
    email,
    emailError,
    emailField,
    changeEmail,
    gateway,
    gatewayName: chosen?.name ?? '',
    part,
    gatewayField,
    changeGateway: setGateway,
    autoPay,
    changeAutoPay: setAutoPay,
    missing,
    submit,
  };
}
