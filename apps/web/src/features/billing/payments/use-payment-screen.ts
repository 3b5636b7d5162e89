import type { Bought } from '@portal/contract/billing/payments/payments';
import type { SubscriptionView } from '@portal/contract/billing/subscriptions';
import type { PaymentPlan } from '@portal/contract/catalogue/plans';
import { useEffect, useRef, useState } from 'react';
import { toast } from '../../../shared/ui/feedback/toast.ts';
import { usePayments } from './api/list-payments.ts';
import { type PaymentKeys, readStoredPayment } from './checkout/stored-payment.ts';
import { findUnfinished, type UnfinishedPayment } from './checkout/unfinished-payment.ts';
import { useCheckout } from './checkout/use-checkout.ts';
import { useVerification } from './checkout/use-verification.ts';
import { findOwnPlan, ownPlanId, paymentStep, preselectedPlanId, receivedPayment } from './payment-steps.ts';
import type { Purchase } from './purchase.ts';

export type PaymentScreenFacts = {
  plans: readonly PaymentPlan[];
  subscription: SubscriptionView | null;
  /** The product in the address, if any. */
  wanted: Purchase | null;
  /** The payment that the gateway has just sent this window back with, to be verified at once. */
  returned: PaymentKeys | null;
};

/** Names of the elements that the focus moves to when one part of the screen replaces another. */
export const CHOICE_HEADING = 'choose-plan';
export const SUMMARY_HEADING = 'plan-summary';

/** Everything the payment screen knows and does; its components only show it. */
export function usePaymentScreen({ plans, subscription, wanted, returned }: PaymentScreenFacts) {
  const verification = useVerification();
  const checkout = useCheckout(verification.verify);
  const payments = usePayments();
  const [purchase, setPurchase] = useState(
    () => wanted ?? monthOf(subscription?.isOnInvoice ? null : preselectedPlanId(subscription)),
  );
  const [paidWithCredit, setPaidWithCredit] = useState<Bought | null>(null);
  useVerifyOnce(returned, verification.verify);

  const isNoPlan = purchase?.purpose === 'bundle' || purchase?.purpose === 'charge';
  const plan = isNoPlan ? undefined : plans.find(({ id }) => id === purchase?.planId);
  const ownPlan = findOwnPlan(plans, subscription);
  const keepsOwn = !isNoPlan && purchase !== null && purchase.planId === ownPlan?.id;
  const { outcome } = verification;
  const received = receivedPayment(outcome, paidWithCredit);
  const found = payments.isPending ? null : findUnfinished(payments.data, readStoredPayment());
  const handled = [checkout.opened?.reference, outcome?.data.reference, returned?.reference];

  async function verifyKnown() {
    const keys = checkout.opened ?? readStoredPayment() ?? found ?? (await findListed(payments));
    if (keys) verification.verify({ reference: keys.reference, gateway: keys.gateway });
    else {
      toast({ title: 'No Payment to Verify', description: 'No pending payment found', variant: 'destructive' });
    }
  }
  function choose(id: string | null) {
    setPurchase(monthOf(id));
    checkout.reset();
    focusOn(id === null ? CHOICE_HEADING : SUMMARY_HEADING);
  }
  function resume(payment: UnfinishedPayment) {
    const { checkoutUrl } = payment;
    if (checkoutUrl) checkout.reopen({ ...payment, checkoutUrl });
    else if (!subscription?.isOnInvoice) choose(plan?.id ?? ownPlanId(subscription));
  }
  return {
    plan,
    /** The product; null while it is being chosen. */
    purchase: plan || isNoPlan || keepsOwn ? purchase : null,
    ownPlan,
    /**
     * The name of the plan that was chosen for the first payment and has been retired since; null
     * otherwise.
     */
    noLongerSold: subscription?.status === 'pending' && !ownPlan ? subscription.planName : null,
    received,
    unfinished: found && !received && !handled.includes(found.reference) ? found : null,
    step: paymentStep({
      planChosen: plan !== undefined || isNoPlan || keepsOwn,
      opened: checkout.opened !== null,
      outcome,
      received,
    }),
    verification,
    checkout,
    choose,
    resume,
    verifyKnown: () => void verifyKnown(),
    finishWithCredit: () => setPaidWithCredit(purchase?.purpose ?? null),
  };
}

/** A click before the list has loaded waits for it: it may contain a payment. */
async function findListed(payments: ReturnType<typeof usePayments>): Promise<UnfinishedPayment | null> {
  if (payments.data) return null;
  const { data } = await payments.refetch({ cancelRefetch: false });
  return findUnfinished(data, null);
}

function monthOf(planId: string | null): Purchase | null {
  return planId === null ? null : { planId, purpose: 'period' };
}

function useVerifyOnce(keys: PaymentKeys | null, verify: (keys: PaymentKeys) => void): void {
  const verified = useRef<string>(undefined);
  useEffect(() => {
    if (!keys || verified.current === keys.reference) return;
    verified.current = keys.reference;
    verify(keys);
  }, [keys, verify]);
}

/** Moves the reader to a part of the screen that is about to appear. */
function focusOn(id: string): void {
  requestAnimationFrame(() => document.getElementById(id)?.focus());
}
