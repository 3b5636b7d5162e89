import Fastify from 'fastify';
import { describe, expect, it } from 'vitest';
import { acceptRawBody } from '../../platform/http/bodies/json-body.ts';
import { registerPaymentReturn } from './payment-return.routes.ts';

async function returnTo(method: 'GET' | 'POST', query: string, payload?: string, path = '') {
  const app = Fastify();
  acceptRawBody(app);
  registerPaymentReturn(app);
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  const answer = await app.inject({
    method,
    url: `/payment/return${path}${query}`,
    ...(payload ? { payload, headers } : {}),
  });
  await app.close();
  return { status: answer.statusCode, location: answer.headers.location };
}

const reference = 'P7K2M9Q4X1Z8B3N';

describe('a payer who comes back from the gateway', () => {
  it.each([
    [`?reference=${reference}&trxref=${reference}`, 'paystack'],
    [`?status=successful&tx_ref=${reference}&transaction_id=7`, 'flutterwave'],
    [`?txnref=${reference}&resp=00&desc=Approved`, 'quickteller'],
  ])('reaches the payment page with the reference: %s', async (query, gateway) => {
    const expected = { status: 303, location: `/payment?reference=${reference}&gateway=${gateway}` };
    expect(await returnTo('GET', query)).toEqual(expected);
    expect(await returnTo('POST', '', query.slice(1))).toEqual(expected);
  });

  it.each([
    ['?reference=//evil.example'],
    ['?reference=P7K2M9Q4X1Z8B3N%0d%0aset-cookie:x'],
    ['?tx_ref=javascript:alert(1)'],
    [''],
  ])('is never redirected anywhere else: %s', async (query) => {
    expect(await returnTo('GET', query)).toEqual({ status: 303, location: '/payment' });
  });

  it('who pays for somebody else reaches the page that shows the outcome, or by a link of staff that of the link', async () => {
    const shown = { status: 303, location: `/pay?reference=${reference}` };
    expect(await returnTo('GET', `?status=successful&tx_ref=${reference}`, undefined, '/quick-pay')).toEqual(shown);
    expect(await returnTo('POST', '', `txnref=${reference}&resp=00`, '/quick-pay')).toEqual(shown);
    const plain = { status: 303, location: '/pay' };
    expect(await returnTo('GET', '?reference=//evil.example', undefined, '/quick-pay')).toEqual(plain);
    expect(await returnTo('GET', '', undefined, '/link')).toEqual({ status: 303, location: '/pay?link' });
  });
});
