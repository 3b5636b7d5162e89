import { getCredit } from '@portal/contract/billing/invoices';
import { AUTO_PAY_CONSENT } from '@portal/contract/billing/payments/auto-pay';
import {
  initializePayment as initializeEntry,
  listPayments as listEntry,
  listGateways,
  payWithCredit as payWithCreditEntry,
  receiveWebhook as receiveWebhookEntry,
  verifyPayment as verifyEntry,
} from '@portal/contract/billing/payments/payments';
import { nairaFromKobo } from '@portal/kernel/money';
import type { FastifyInstance } from 'fastify';
import type { z } from 'zod/mini';
import type { Viewer } from '../../platform/http/authorisation/session-cookie.ts';
import type { Routes } from '../../platform/http/contract/route-from-contract.ts';
import type { BillingDependencies } from '../billing-dependencies.ts';
import { listCredit } from '../credit/list-credit.ts';
import { payWithCredit } from '../credit/pay-with-credit.ts';
import { findSubscription } from '../subscriptions/find-subscription.ts';
import { initializePayment } from './initialize-payment.ts';
import { listPayments } from './list-payments.ts';
import type { Wish } from './product.port.ts';
import { presentVerification } from './settlement/present-verification.ts';
import { createVerifyPayment } from './settlement/verify-payment.ts';
import { receiveWebhook, type WakeWebhookWorker } from './webhooks/receive-webhook.ts';

export type PaymentDeps = BillingDependencies & {
  /** A scope that leaves bodies as bytes and checks neither sessions nor origins. */
  readonly webhookScope: FastifyInstance;
  /** Has stored webhooks processed soon; must not throw. */
  readonly wakeWebhookWorker: WakeWebhookWorker;
  readonly wakeMandates: () => void;
};

function wishOf(body: Pick<z.infer<typeof initializeEntry.body>, 'plan' | 'purpose' | 'bundle' | 'charge'>): Wish {
  const { plan: planId, purpose = 'period', bundle: bundleId = null, charge: chargeId = null } = body;
  return { planId, purpose, bundleId, chargeId };
}

function payerName({ user }: Viewer): string {
  return [user.firstName, user.lastName].filter(Boolean).join(' ') || user.email;
}

/** Reads: gateways, the caller's payments and credit. */
function serveReads(routes: Routes, deps: PaymentDeps): void {
  const gateways = deps.gateways.map(({ id, name, currency, largestKobo }) => {
    return { id, name, currency, ...(largestKobo !== undefined && { largest: nairaFromKobo(largestKobo) }) };
  });
  routes.serve(listGateways, async () => gateways);

  routes.serve(listEntry, async ({ viewer, query }) =>
    listPayments(deps.database, { userId: viewer.account.id, ...query }),
  );

  routes.serve(getCredit, async ({ viewer, query }) =>
    listCredit(deps.database, { userId: viewer.account.id, ...query }),
  );
}

/**
 * Everything about paying. The price of a product is served with the product; receipts belong to
 * invoices.
 */
export function registerPayment(routes: Routes, deps: PaymentDeps): void {
  const verifyPayment = createVerifyPayment(deps);
  serveReads(routes, deps);

  routes.serve(initializeEntry, async ({ viewer, line, params, body }) => {
    const { gateway, url, reference } = await initializePayment(deps, {
      gatewayId: params.gateway,
      lineId: line.lineId,
      ...wishOf(body),
      amountNaira: body.amount,
      email: body.email,
      autoPayConsent: body.autoPay === true ? AUTO_PAY_CONSENT : null,
      isPart: body.part === true,
      payer: { id: viewer.account.id, name: payerName(viewer) },
    });
    const names = gateway.answerNames;
    return { status: 'success' as const, data: { [names.url]: url, [names.reference]: reference } };
  });

  routes.serve(verifyEntry, async ({ viewer, body }) =>
    presentVerification(await verifyPayment({ userId: viewer.account.id, ...body }), deps.gateways),
  );

  routes.serve(payWithCreditEntry, async ({ viewer, line, body }) => {
    const { accountId: userId, lineId } = line;
    const { email } = viewer.user;
    const paidUntil = body.paidUntil === undefined ? null : new Date(body.paidUntil);
    await payWithCredit(deps, { userId, lineId, email, ...wishOf(body), paidUntil });
    const subscription = await findSubscription(deps.database, lineId);
    if (!subscription) throw new Error(`line ${lineId} has paid for no subscription`);
    return { success: true as const, message: 'Paid from your account credit', subscription };
  });

  routes.serve(
    receiveWebhookEntry,
    async ({ params, request }) => {
      const rawBody = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
      Object.assign(request.raw, { actor: 'webhook', gateway: params.gateway });
      await receiveWebhook(deps, { gatewayId: params.gateway, headers: request.headers, rawBody });
      return { success: true as const };
    },
    { limit: null, scope: deps.webhookScope },
  );
}
