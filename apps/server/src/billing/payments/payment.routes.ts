import { AUTO_PAY_CONSENT } from '@portal/contract/billing/auto-pay';
import { getBundleQuote } from '@portal/contract/billing/data-bundles';
import { getCredit } from '@portal/contract/billing/invoices';
import {
  getPaymentQuote,
  getUpgradeQuote,
  initializePayment as initializeEntry,
  listPayments as listEntry,
  listGateways,
  payWithCredit as payWithCreditEntry,
  receiveWebhook as receiveWebhookEntry,
  verifyPayment as verifyEntry,
} from '@portal/contract/billing/payments';
import type { SubscriptionView } from '@portal/contract/billing/subscriptions';
import type { FastifyInstance } from 'fastify';
import type { z } from 'zod/mini';
import type { Queryable } from '../../platform/database/connection.ts';
import type { Routes } from '../../platform/http/route-from-contract.ts';
import type { Viewer } from '../../platform/http/session-cookie.ts';
import { listCredit } from '../credit/list-credit.ts';
import { payWithCredit } from '../credit/pay-with-credit.ts';
import { presentQuote, quoteBundle, quotePayment, quoteUpgrade, type Wish } from '../pricing/quote-payment.ts';
import { initializePayment } from './initialize-payment.ts';
import { listPayments } from './list-payments.ts';
import type { PaymentDependencies } from './payment-dependencies.ts';
import { presentVerification } from './present-verification.ts';
import { createVerifyPayment } from './verify-payment.ts';
import { receiveWebhook } from './webhooks/receive-webhook.ts';

export type PaymentDeps = PaymentDependencies & {
  readonly findSubscription: (queryable: Queryable, userId: number) => Promise<SubscriptionView | null>;
  /** Keeps bodies as the bytes that arrived; knows neither sessions nor origins. */
  readonly webhookScope: FastifyInstance;
  /** Has stored notices worked off soon; must not throw. */
  readonly wakeWebhookWorker: () => void;
};

function wishOf(body: Pick<z.infer<typeof initializeEntry.body>, 'plan' | 'purpose' | 'bundle'>): Wish {
  return { planId: body.plan, purpose: body.purpose ?? 'period', bundleId: body.bundle ?? null };
}

function payerName({ user }: Viewer): string {
  return [user.firstName, user.lastName].filter(Boolean).join(' ') || user.email;
}

/** Reads: gateways, quote, the caller's payments. */
function serveReads(routes: Routes, deps: PaymentDeps): void {
  const gateways = deps.gateways.map(({ id, name, currency }) => ({ id, name, currency }));
  routes.serve(listGateways, async () => gateways);

  routes.serve(getPaymentQuote, async ({ viewer, query }) =>
    presentQuote(await quotePayment(deps, deps.database, { userId: viewer.user.id, planId: query.plan })),
  );

  routes.serve(listEntry, async ({ viewer, query }) =>
    listPayments(deps.database, { userId: viewer.user.id, ...query }),
  );

  routes.serve(getUpgradeQuote, async ({ viewer, query }) => {
    const order = { userId: viewer.user.id, planId: query.plan, now: deps.clock() };
    const { quote } = await deps.database.transaction((tx) => quoteUpgrade(deps, tx, order));
    return presentQuote(quote);
  });

  routes.serve(getBundleQuote, async ({ viewer, query }) => {
    const order = { userId: viewer.user.id, bundleId: query.bundle, now: deps.clock() };
    const { quote } = await deps.database.transaction((tx) => quoteBundle(deps, tx, order));
    return presentQuote(quote);
  });

  routes.serve(getCredit, async ({ viewer, query }) => listCredit(deps.database, { userId: viewer.user.id, ...query }));
}

/** Everything about paying; receipts belong to invoice. */
export function registerPayment(routes: Routes, deps: PaymentDeps): void {
  const verifyPayment = createVerifyPayment(deps);
  serveReads(routes, deps);

  routes.serve(initializeEntry, async ({ viewer, params, body }) => {
    const { gateway, url, reference } = await initializePayment(deps, {
      gatewayId: params.gateway,
      ...wishOf(body),
      amountNaira: body.amount,
      email: body.email,
      autoPayConsent: body.autoPay === true ? AUTO_PAY_CONSENT : null,
      payer: { id: viewer.user.id, name: payerName(viewer) },
    });
    const names = gateway.answerNames;
    return { status: 'success' as const, data: { [names.url]: url, [names.reference]: reference } };
  });

  routes.serve(verifyEntry, async ({ viewer, body }) =>
    presentVerification(await verifyPayment({ userId: viewer.user.id, ...body }), deps.gateways),
  );

  routes.serve(payWithCreditEntry, async ({ viewer, body }) => {
    const { id: userId, email } = viewer.user;
    const paidUntil = body.paidUntil === undefined ? null : new Date(body.paidUntil);
    await payWithCredit(deps, { userId, email, ...wishOf(body), paidUntil });
    const subscription = await deps.findSubscription(deps.database, userId);
    if (!subscription) throw new Error(`user ${userId} has paid for no subscription`);
    return { success: true as const, message: 'Paid from your account credit', subscription };
  });

  routes.serve(
    receiveWebhookEntry,
    async ({ params, request }) => {
      const rawBody = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
      await receiveWebhook(deps, { gatewayId: params.gateway, headers: request.headers, rawBody });
      return { success: true as const };
    },
    { limit: null, scope: deps.webhookScope },
  );
}
