import * as account from './account.ts';
import type { Endpoint } from './endpoint.ts';
import * as payment from './payment.ts';
import * as plan from './plan.ts';
import * as subscription from './subscription.ts';
import * as system from './system.ts';

/** Every endpoint there is, by feature. The server refuses to start when one of them has no route or a route has no entry. */
export const contract: Record<string, readonly Endpoint[]> = {
  account: [account.getUser, account.login, account.logout, account.register],
  plan: [plan.listServicePlans, plan.listPlans, plan.sendSalesRequest],
  subscription: [subscription.getSubscription, subscription.choosePlan, subscription.changePlan],
  payment: [
    payment.listGateways,
    payment.getPaymentQuote,
    payment.initializePayment,
    payment.verifyPayment,
    payment.payWithCredit,
    payment.listPayments,
    payment.getReceipt,
    payment.receiveWebhook,
  ],
  system: [system.health, system.readiness, system.metrics, system.openApi],
};
