import { PAYMENT_REFERENCE } from '@portal/kernel/payment-reference';
import type { FastifyInstance } from 'fastify';

/** Under which name each gateway returns our reference. */
const REFERENCE_NAMES = {
  reference: 'paystack',
  trxref: 'paystack',
  tx_ref: 'flutterwave',
  txnref: 'quickteller',
} as const;

/** The address of our own page that shows what became of the payment. Only a reference of our own making is taken over, so that nobody can steer where the browser goes. */
function paymentPageFor(returned: URLSearchParams): string {
  for (const [name, gateway] of Object.entries(REFERENCE_NAMES)) {
    const reference = returned.get(name);
    if (reference !== null && PAYMENT_REFERENCE.test(reference))
      return `/payment?reference=${reference}&gateway=${gateway}`;
  }
  return '/payment';
}

/**
 * GET and POST /payment/return: where gateways send the payer's browser back, by link or by form. The visit proves nothing and changes
 * nothing: it only leads to the payment page, which asks the gateway. `scope` must take any body and make no origin check.
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
}
