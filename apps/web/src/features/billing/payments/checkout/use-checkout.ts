import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { ApiError, messageOf } from '../../../../shared/api/api-error.ts';
import { useOneAtATime } from '../../../../shared/api/use-one-at-a-time.ts';
import { phrase } from '../../../../shared/i18n/translate.ts';
import { useText } from '../../../../shared/i18n/use-text.ts';
import { toast } from '../../../../shared/ui/feedback/toast.ts';
import { refreshQuotes, replaceQuote } from '../api/get-payment-quote.ts';
import { type PaymentOrder, useInitializePayment } from '../api/initialize-payment.ts';
import { isServiceUnavailable } from '../api/service-unavailable.ts';
import type { Purchase } from '../purchase.ts';
import { rejectedQuote } from '../rejected-quote.ts';
import { readCheckout } from './checkout-response.ts';
import { type CheckoutWindow, openCheckoutWindow } from './checkout-window.ts';
import { listenForReturns } from './payment-return.ts';
import { type PaymentKeys, type StoredPayment, storePayment } from './stored-payment.ts';

const NO_PAGE = phrase(
  'The payment page could not be opened. You have not been charged. Try again, or choose another gateway.',
);
const NO_ANSWER = phrase('We could not reach the payment gateway. Check your connection and try again.');

/** Why an order was refused, where the form can explain it better than a toast. */
export type OrderProblem =
  | { readonly kind: 'amount-changed' }
  | { readonly kind: 'nothing-due' }
  | { readonly kind: 'email'; readonly message: string };

export type ResumablePayment = StoredPayment & { readonly checkoutUrl: string };

export type Checkout = {
  /** The payment whose page was opened from this screen, or null. */
  opened: StoredPayment | null;
  busy: boolean;
  /** Busy because the portal cannot save at the moment; it is tried again. */
  saving: boolean;
  problem: OrderProblem | null;
  /** Opens the gateway's page for an order. Call it directly in the click. */
  pay: (order: PaymentOrder) => void;
  /** Opens the page of an unfinished payment again. Call it directly in the click. */
  reopen: (payment: ResumablePayment) => void;
  /** The order is about something else now. */
  reset: () => void;
};

/**
 * Opening the gateway's page (specification section 4). `onReturn` is called when that page has
 * sent its window back to us.
 */
export function useCheckout(onReturn: (keys: PaymentKeys) => void): Checkout {
  const t = useText();
  const queries = useQueryClient();
  const { mutateAsync, failureCount } = useInitializePayment();
  const [opened, setOpened] = useState<StoredPayment | null>(null);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<OrderProblem | null>(null);
  const oneAtATime = useOneAtATime();
  const page = useRef<CheckoutWindow>(null);

  useEffect(() => {
    if (!opened) return;
    const mine = (keys: PaymentKeys) => keys.reference === opened.reference;
    return listenForReturns(mine, (keys) => {
      page.current?.close();
      onReturn(keys);
    });
  }, [opened, onReturn]);

  function open(payment: ResumablePayment, checkoutPage: CheckoutWindow) {
    storePayment(payment);
    setOpened(payment);
    checkoutPage.show(payment.checkoutUrl);
  }
  function openWindow(): CheckoutWindow {
    page.current = openCheckoutWindow({ title: t('Payment'), text: t('Opening the payment page...') });
    return page.current;
  }
  async function order(details: PaymentOrder, checkoutPage: CheckoutWindow) {
    try {
      const checkout = readCheckout(await mutateAsync(details));
      if (!checkout) return giveUp(checkoutPage, NO_PAGE);
      toast({ title: 'Payment Initialized', description: 'Finish the payment on the page that opened.' });
      open({ reference: checkout.reference, gateway: details.gateway, checkoutUrl: checkout.url }, checkoutPage);
    } catch (failure) {
      const found = problemOf(failure, queries, details.purchase);
      setProblem(found);
      if (found) checkoutPage.close();
      else if (isServiceUnavailable(failure)) postpone(checkoutPage);
      else giveUp(checkoutPage, messageOf(failure, NO_ANSWER));
    }
  }
  function pay(details: PaymentOrder) {
    oneAtATime(() => {
      setBusy(true);
      setProblem(null);
      return order(details, openWindow()).finally(() => setBusy(false));
    });
  }
  return {
    opened,
    busy,
    saving: busy && failureCount > 0,
    problem,
    pay,
    reopen: (payment) => open(payment, openWindow()),
    reset: () => setProblem(null),
  };
}

function giveUp(checkoutPage: CheckoutWindow, reason: string): void {
  checkoutPage.close();
  toast({ title: 'Payment Failed', description: reason, variant: 'destructive' });
}

function postpone(checkoutPage: CheckoutWindow): void {
  checkoutPage.close();
  toast({
    title: 'Please try again in a moment',
    description: 'We cannot open a payment just now. You have not been charged.',
  });
}

/** The form's own messages about a refusal. Refreshes the amounts on screen. */
function problemOf(failure: unknown, queries: QueryClient, purchase: Purchase): OrderProblem | null {
  if (!(failure instanceof ApiError)) return null;
  const quote = rejectedQuote(failure);
  if (quote) replaceQuote(queries, quote, purchase);
  if (failure.code === 'payment.nothing-due') {
    if (!quote) void refreshQuotes(queries);
    return { kind: 'nothing-due' };
  }
  if (quote) return { kind: 'amount-changed' };
  const message = failure.errors.email;
  return message ? { kind: 'email', message } : null;
}
