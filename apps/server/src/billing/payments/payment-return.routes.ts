import { PAYMENT_REFERENCE } from '@portal/kernel/billing/payment-reference';
import type { FastifyInstance } from 'fastify';
import { BY_LINK, BY_QUICK_PAY } from './payment.policy.ts';

/** The parameter in which each gateway returns our reference. */
const REFERENCE_NAMES = {
  reference: 'paystack',
  trxref: 'paystack',
  tx_ref: 'flutterwave',
  txnref: 'quickteller',
} as const;

/**
 * The address of our own page that shows the outcome of the payment. Only a reference of our form
 * is passed on, so that an attacker cannot control the redirect.
 */
function paymentPageFor(returned: URLSearchParams): string {
  const found = referenceIn(returned);
  return found ? `/payment?reference=${found.reference}&gateway=${found.gateway}` : '/payment';
}

/** The same for somebody who has paid without signing in: their browser has what shows the outcome. */
function quickPayPageFor(returned: URLSearchParams): string {
  const found = referenceIn(returned);
  return found ? `/pay?reference=${found.reference}` : '/pay';
}

function referenceIn(returned: URLSearchParams): { readonly reference: string; readonly gateway: string } | null {
  for (const [name, gateway] of Object.entries(REFERENCE_NAMES)) {
    const reference = returned.get(name);
    if (reference !== null && PAYMENT_REFERENCE.test(reference)) return { reference, gateway };
  }
  return null;
}

/** What a gateway's page has added to the return address, or sends as a form. */
function returnedBy({ url, body }: { readonly url: string; readonly body: unknown }): URLSearchParams {
  const form = Buffer.isBuffer(body) ? body.toString('utf8') : '';
  return new URLSearchParams(`${url.split('?')[1] ?? ''}&${form}`);
}

/**
 * GET and POST /payment/return, /payment/return/link and /payment/return/quick-pay: the return address of the payer's browser, by link or by form. The
 * visit proves nothing and changes nothing: it only redirects to the payment page, which verifies.
 * `scope` must accept any body and check no origin.
 */
export function registerPaymentReturn(scope: FastifyInstance): void {
  scope.route({
    method: ['GET', 'POST'],
    url: '/payment/return',
    handler: async (request, reply) =>
      reply.header('cache-control', 'no-store').redirect(paymentPageFor(returnedBy(request)), 303),
  });
  scope.route({
    method: ['GET', 'POST'],
    url: `/payment/return${BY_LINK}`,
    handler: async (_request, reply) => reply.header('cache-control', 'no-store').redirect('/pay?link', 303),
  });
  scope.route({
    method: ['GET', 'POST'],
    url: `/payment/return${BY_QUICK_PAY}`,
    handler: async (request, reply) =>
      reply.header('cache-control', 'no-store').redirect(quickPayPageFor(returnedBy(request)), 303),
  });
}
