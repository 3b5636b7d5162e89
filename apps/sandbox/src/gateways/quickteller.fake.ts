import type { FastifyInstance } from 'fastify';
import { distort } from '../faults.ts';
import type { Ledger } from '../ledger.ts';
import { decidingAttempt, type Order, type OrderDraft } from '../order.ts';
import type { SandboxKeys } from '../sandbox-options.ts';
import { InterswitchToken } from './interswitch-token.ts';
import { requeryAnswer, requeryRefusal } from './quickteller.payloads.ts';
import {
  isEmail,
  numberOf,
  type RouteDependencies,
  textOf,
  type VendorAnswer,
  type VendorCall,
  type VendorRoute,
  vendorRoute,
  webAddress,
} from './vendor-route.ts';

export interface QuicktellerDependencies {
  readonly ledger: Ledger;
  readonly keys: SandboxKeys;
  readonly checkoutUrl: (order: Order) => string;
  readonly clock: () => Date;
}

/**
 * Interswitch's Pay Bill, requery and refund behind Quickteller: kobo, an OAuth token, and results
 * that say "failed" with HTTP 200.
 */
export function registerQuickteller(
  scope: FastifyInstance,
  routes: RouteDependencies,
  deps: QuicktellerDependencies,
): void {
  const token = new InterswitchToken(deps.keys, deps.clock);
  const needsToken = (call: VendorCall): VendorAnswer | null =>
    token.isValid(call.authorization)
      ? null
      : oauthRefusal('invalid_token', 'The access token is unknown or has expired');
  vendorRoute(scope, routes, tokenRoute(deps.keys, token));
  vendorRoute(scope, routes, { ...payBillRoute(deps), refuse: needsToken });
  vendorRoute(scope, routes, { ...refundRoute(deps), refuse: needsToken });
  // The vendor's test host answers a requery without a token, but not with a wrong one.
  const mayOmitToken = (call: VendorCall) => (call.authorization === '' ? null : needsToken(call));
  vendorRoute(scope, routes, { ...requeryRoute(deps), refuse: mayOmitToken });
}

function tokenRoute(keys: SandboxKeys, token: InterswitchToken): VendorRoute {
  const basic = `Basic ${Buffer.from(`${keys.interswitchClientId}:${keys.interswitchClientSecret}`).toString('base64')}`;
  return {
    method: 'POST',
    url: '/passport/oauth/token',
    operation: 'token',
    referenceOf: () => null,
    refuse: (call) => (call.authorization === basic ? null : oauthRefusal('invalid_client', 'Bad client credentials')),
    act(call, fault) {
      if (fault?.mode === 'decline') return oauthRefusal('invalid_client', 'Bad client credentials');
      if (call.body.grant_type !== 'client_credentials') {
        return { ...oauthRefusal('unsupported_grant_type', 'Unsupported grant type'), status: 400 };
      }
      return { status: 200, body: token.issue(textOf(call.body.scope) || 'profile') };
    },
  };
}

function payBillRoute(deps: QuicktellerDependencies): Omit<VendorRoute, 'refuse'> {
  return {
    method: 'POST',
    url: '/paymentgateway/api/v1/paybill',
    operation: 'initialize',
    referenceOf: (call) => textOf(call.body.transactionReference) || null,
    act({ body }, fault) {
      if (fault?.mode === 'decline') return refusal(400, '20031', 'Invalid merchant code');
      const draft = draftOf(deps, body);
      if ('status' in draft) return draft;
      const order = deps.ledger.open(draft);
      return {
        status: 200,
        body: {
          id: order.number,
          merchantCode: deps.keys.interswitchMerchantCode,
          payableCode: deps.keys.interswitchPayableCode,
          amount: order.amountKobo,
          code: '200',
          reference: order.reference,
          paymentUrl: deps.checkoutUrl(order),
          redirectUrl: order.callbackUrl,
          customerId: order.customerId,
          currencyCode: '566',
          customerEmail: order.email,
        },
      };
    },
  };
}

function draftOf({ ledger, keys }: QuicktellerDependencies, body: VendorCall['body']): OrderDraft | VendorAnswer {
  const amountKobo = numberOf(body.amount);
  const customerId = textOf(body.customerId);
  const email = textOf(body.customerEmail);
  const callbackUrl = webAddress(body.redirectUrl);
  const reference = textOf(body.transactionReference);
  if (body.merchantCode !== keys.interswitchMerchantCode) return refusal(400, '20031', 'Invalid merchant code');
  if (String(body.payableCode) !== keys.interswitchPayableCode) return refusal(400, '20050', 'Invalid payable code');
  if (!Number.isSafeInteger(amountKobo) || amountKobo <= 0)
    return refusal(400, 'E51', 'amount must be a whole number of kobo');
  if (String(body.currencyCode) !== '566') return refusal(400, 'E41', 'Currency not supported');
  if (customerId === '') return refusal(400, 'E45', 'customerId is required');
  if (callbackUrl === null) return refusal(400, 'E37', 'redirectUrl must be an absolute address');
  if (email !== '' && !isEmail(email)) return refusal(400, 'E37', 'customerEmail is not an email address');
  if (reference !== '' && ledger.findByReference('quickteller', reference)) {
    return refusal(400, 'E37', 'transactionReference has been used before');
  }
  return {
    gateway: 'quickteller',
    reference,
    amountKobo,
    currency: 'NGN',
    email,
    customerName: '',
    customerId,
    callbackUrl,
  };
}

function requeryRoute({ ledger, keys }: QuicktellerDependencies): Omit<VendorRoute, 'refuse'> {
  return {
    method: 'GET',
    url: '/collections/api/v1/gettransaction.json',
    operation: 'verify',
    referenceOf: (call) => call.query.transactionreference ?? null,
    act({ query }, fault) {
      const reference = query.transactionreference ?? '';
      const says = (code: string, text: string) => ({ status: 200, body: requeryRefusal(reference, code, text) });
      if (query.merchantcode !== keys.interswitchMerchantCode) return says('20031', 'Invalid merchant code');
      const order = ledger.findByReference('quickteller', reference);
      if (!order) return says('Z25', 'Transaction not Found');
      if (numberOf(query.amount) !== order.amountKobo) return says('Z1', 'Amount Inconsistency');
      const view = distort({ order, attempt: decidingAttempt(order) }, fault);
      return { status: 200, body: requeryAnswer(view, keys.interswitchMerchantCode) };
    },
  };
}

/**
 * `parentPaymentId` is the `paymentId` of the webhook; `refundReference` is ours and is accepted
 * once.
 */
function refundRoute({ ledger }: QuicktellerDependencies): Omit<VendorRoute, 'refuse'> {
  const parentOf = (call: VendorCall) => ledger.findByNumber('quickteller', numberOf(call.body.parentPaymentId));
  return {
    method: 'POST',
    url: '/paymentgateway/api/v1/refunds',
    operation: 'refund',
    referenceOf: (call) => parentOf(call)?.order.reference ?? null,
    act(call, fault) {
      const order = parentOf(call)?.order;
      const merchantReference = textOf(call.body.refundReference);
      const refundType = textOf(call.body.refundType);
      if (!order) return refusal(404, 'Z25', 'Transaction does not exist');
      if (merchantReference === '') return refusal(400, 'E37', 'refundReference is required');
      const used = ledger.refunds().some((refund) => refund.merchantReference === merchantReference);
      if (used) return refusal(400, 'E37', 'refundReference has been used before');
      const left = ledger.refundable(order);
      const amountKobo = refundType === 'FULL' ? left : numberOf(call.body.refundAmount);
      if (refundType !== 'FULL' && refundType !== 'PARTIAL')
        return refusal(400, 'E37', 'refundType must be FULL or PARTIAL');
      if (!Number.isSafeInteger(amountKobo) || amountKobo <= 0 || amountKobo > left) {
        return refusal(400, 'E37', 'refundAmount is more than what is left of the payment');
      }
      const willFail = fault?.mode === 'decline';
      const refund = ledger.refund(order, { amountKobo, merchantReference, willFail, note: '' });
      return {
        status: 200,
        body: {
          id: refund.number,
          refundReference: merchantReference,
          parentPaymentId: numberOf(call.body.parentPaymentId),
          refundType,
          refundAmount: amountKobo,
          currencyCode: '566',
          status: 'PENDING',
          responseCode: '00',
        },
      };
    },
  };
}

function oauthRefusal(error: string, description: string): VendorAnswer {
  return { status: 401, body: { error, error_description: description } };
}

/** The error body of Interswitch's payment API, also for a body that is not JSON. */
export function refusal(status: number, code: string, message: string): VendorAnswer {
  return { status, body: { errors: [{ code, message }], error: { code, message } } };
}
