import { PAYMENT_REFERENCE } from '@portal/kernel/billing/payment-reference';
import type { FastifyInstance } from 'fastify';
import { BY_LINK } from './payment.policy.ts';

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
  for (const [name, gateway] of Object.entries(REFERENCE_NAMES)) {
    const reference = returned.get(name);
    if (reference !== null && PAYMENT_REFERENCE.test(reference))
      return `/payment?reference=${reference}&gateway=${gateway}`;
  }
  return '/payment';
}

/**
 * GET and POST /payment/return, and /payment/return/link: the return address of the payer's browser, by link or by form. The
 * visit proves nothing and changes nothing: it only redirects to the payment page, which verifies.
 * `scope` must accept any body and check no origin.
 */
export function registerPaymentReturn(scope: FastifyInstance): void {
  scope.route({
    method: ['GET', 'POST'],
    url: '/payment/return',
    handler: async (request, reply) => {
      const query = request.url.split('?')[1] ?? '';
      const form = Buffer.isBuffer(request.body) ? request.body.toString('utf8') : '';
      return reply
        .header('cache-control', 'no-store')
        .redirect(paymentPageFor(new URLSearchParams(`${query}&${form}`)), 303);
    },
  });
  scope.route({
    method: ['GET', 'POST'],
    url: `/payment/return${BY_LINK}`,
    handler: async (_request, reply) => reply.header('cache-control', 'no-store').redirect('/pay', 303),
  });
}
