import type { FastifyInstance } from 'fastify';
import { distort, type FaultRequest } from '../faults.ts';
import type { Ledger } from '../ledger.ts';
import type { Mandate } from '../mandate.ts';
import { type ChargeView, decidingAttempt, type Order, type OrderDraft, orderStatus, type Refund } from '../order.ts';
import { dedicatedAccountRoutes } from '../virtual-accounts/paystack.accounts.ts';
import { done, type PaystackDependencies, pageOf, refusal } from './paystack.answers.ts';
import { directDebitRoutes } from './paystack.direct-debit.ts';
import { customerId, paystackRefund, paystackTransaction } from './paystack.payloads.ts';
import { settlementRoutes } from './paystack.settlements.ts';
import {
  isEmail,
  isRecord,
  numberOf,
  type RouteDependencies,
  textOf,
  type VendorAnswer,
  type VendorCall,
  type VendorRoute,
  vendorRoute,
  webAddress,
} from './vendor-route.ts';

type PaystackRoute = Omit<VendorRoute, 'refuse'>;

/**
 * Paystack's API as implemented by api.paystack.co: kobo, an envelope with a boolean status, and
 * one transaction for each reference.
 */
export function registerPaystack(scope: FastifyInstance, routes: RouteDependencies, deps: PaystackDependencies): void {
  const refuse = (call: VendorCall): VendorAnswer | null => {
    if (call.authorization === '') return refusal(401, 'No Authorization Header was found', 'missing_authorization');
    return call.authorization === `Bearer ${deps.secretKey}` ? null : refusal(401, 'Invalid key', 'invalid_Key');
  };
  const all = [
    ...checkoutRoutes(deps),
    ...savedCardRoutes(deps),
    ...directDebitRoutes(deps),
    ...refundRoutes(deps),
    ...readingRoutes(deps),
    ...settlementRoutes(deps),
    ...dedicatedAccountRoutes(deps.accounts),
  ];
  for (const route of all) vendorRoute(scope, routes, { ...route, refuse });
}

function checkoutRoutes(deps: PaystackDependencies): PaystackRoute[] {
  return [
    {
      method: 'POST',
      url: '/transaction/initialize',
      operation: 'initialize',
      referenceOf: bodyReference,
      act(call, fault) {
        if (fault?.mode === 'decline')
          return refusal(400, 'Transactions are switched off for this merchant', 'declined');
        const draft = draftOf(deps, call);
        if ('status' in draft) return draft;
        const order = deps.ledger.open(draft);
        return done('Authorization URL created', checkoutData(deps, order));
      },
    },
  ];
}

function savedCardRoutes(deps: PaystackDependencies): PaystackRoute[] {
  const { ledger } = deps;
  return [
    {
      method: 'POST',
      url: '/transaction/charge_authorization',
      operation: 'charge',
      referenceOf: bodyReference,
      act(call, fault) {
        const draft = draftOf(deps, call);
        if ('status' in draft) return draft;
        const mandate = deps.mandates.findByAuthorization(textOf(call.body.authorization_code));
        if (mandate) return debited(deps, draft, mandate, fault);
        const card = ledger.findCard('paystack', textOf(call.body.authorization_code));
        if (!card) return refusal(400, 'The authorization code does not exist', 'invalid_authorization_code');
        if (!card.active)
          return refusal(400, 'The authorization code is no longer active', 'inactive_authorization_code');
        if (card.email !== draft.email)
          return refusal(400, 'Email does not match Authorization code', 'email_mismatch');
        if (fault?.mode === 'challenge') {
          return done('Please complete the authorization', {
            ...checkoutData(deps, ledger.open(draft)),
            paused: true,
          });
        }
        const order = ledger.chargeCard(draft, card, fault?.mode === 'decline' ? fault : null);
        return done('Charge attempted', paystackTransaction(distort(viewOf(order), fault)));
      },
    },
    {
      method: 'POST',
      url: '/customer/authorization/deactivate',
      operation: 'deactivate',
      referenceOf: () => null,
      act(call) {
        const mandate = deps.mandates.findByAuthorization(textOf(call.body.authorization_code));
        if (mandate) {
          deps.mandates.revoke(mandate);
          return { status: 200, body: { status: true, message: 'Authorization has been deactivated' } };
        }
        const card = ledger.findCard('paystack', textOf(call.body.authorization_code));
        if (!card) return refusal(404, 'Authorization not found', 'not_found');
        ledger.deactivateCard(card);
        return { status: 200, body: { status: true, message: 'Authorization has been deactivated' } };
      },
    },
  ];
}

/** A bank account's charge is attempted now and decided later. */
function debited(
  { ledger }: PaystackDependencies,
  draft: OrderDraft,
  mandate: Mandate,
  fault: FaultRequest | null,
): VendorAnswer {
  if (mandate.state !== 'active') return refusal(400, 'Mandate is not active', 'inactive_mandate');
  if (mandate.email !== draft.email.toLowerCase())
    return refusal(400, 'Email does not match Authorization code', 'email_mismatch');
  const willPay = mandate.hasMoney && fault?.mode !== 'decline';
  const reason = willPay ? undefined : (fault?.reason ?? 'Insufficient Funds');
  const { authorizationCode, bankName } = mandate;
  const order = ledger.chargeAccount(
    draft,
    { authorizationCode: authorizationCode ?? '', bankName, willPay },
    { reason, stalls: fault?.mode === 'stall' },
  );
  return done('Charge attempted', paystackTransaction(distort(viewOf(order), fault)));
}

function readingRoutes(deps: PaystackDependencies): PaystackRoute[] {
  return [
    {
      method: 'GET',
      url: '/transaction/verify/:reference',
      operation: 'verify',
      referenceOf: (call) => call.params.reference ?? null,
      act: (call, fault) => verified(deps, call.params.reference ?? '', fault),
    },
    {
      method: 'GET',
      url: '/transaction',
      operation: 'list',
      referenceOf: () => null,
      act: (call) => listed(deps, call),
    },
  ];
}

function verified({ ledger }: PaystackDependencies, reference: string, fault: FaultRequest | null): VendorAnswer {
  const order = ledger.findByReference('paystack', reference);
  if (!order) return refusal(400, 'Transaction reference not found.', 'transaction_not_found');
  return done('Verification successful', paystackTransaction(distort(viewOf(order), fault)));
}

/** Newest first; `from` and `to` are moments of creation. */
function listed({ ledger }: PaystackDependencies, { query }: VendorCall): VendorAnswer {
  const found = ledger
    .orders()
    .filter(({ gateway, createdAt }) => gateway === 'paystack' && isWithin(createdAt, query))
    .filter((order) => query.customer === undefined || String(customerId(order)) === query.customer)
    .toReversed()
    .map((order): object & { status?: string } => paystackTransaction(viewOf(order)))
    .filter(({ status }) => query.status === undefined || status === query.status);
  return pageOf(found, query, 'Transactions retrieved');
}

function isWithin(createdAt: string, { from = '', to = '' }: VendorCall['query']): boolean {
  const at = Date.parse(createdAt);
  return !(at < Date.parse(from) || at > Date.parse(to));
}

function refundRoutes({ ledger, settlements }: PaystackDependencies): PaystackRoute[] {
  const refunds = () => ledger.refunds().filter(({ gateway }) => gateway === 'paystack');
  return [
    {
      method: 'POST',
      url: '/refund',
      operation: 'refund',
      referenceOf: (call) => namedOrder(ledger, call.body.transaction)?.reference ?? null,
      act: (call, fault) => refunded(ledger, call, fault?.mode === 'decline'),
    },
    {
      method: 'GET',
      url: '/refund',
      operation: 'list',
      referenceOf: (call) => namedOrder(ledger, call.query.transaction)?.reference ?? null,
      act({ query }) {
        const order = namedOrder(ledger, query.transaction);
        const found = refunds()
          .filter(({ orderCode }) => query.transaction === undefined || orderCode === order?.code)
          .filter(({ createdAt }) => isWithin(createdAt, query))
          .toReversed()
          .map((refund) => ({
            ...shownRefund(ledger, refund),
            settlement: settlements.ofRefund('paystack', refund.number)?.number ?? null,
          }));
        return pageOf(found, query, 'Refunds retrieved');
      },
    },
    {
      method: 'GET',
      url: '/refund/:id',
      operation: 'list',
      referenceOf: () => null,
      act(call) {
        const refund = refunds().find(({ number }) => String(number) === call.params.id);
        if (!refund) return refusal(404, 'Refund not found', 'not_found');
        return done('Refund retrieved', shownRefund(ledger, refund));
      },
    },
  ];
}

function refunded(ledger: Ledger, { body }: VendorCall, willFail: boolean): VendorAnswer {
  const order = namedOrder(ledger, body.transaction);
  if (!order) return refusal(404, 'Transaction not found', 'transaction_not_found');
  if (orderStatus(order) === 'reversed') {
    return refusal(400, 'Transaction has been fully reversed', 'transaction_reversed');
  }
  const left = ledger.refundable(order);
  const amountKobo = body.amount === undefined ? left : numberOf(body.amount);
  if (!Number.isSafeInteger(amountKobo) || amountKobo <= 0 || amountKobo > left) {
    return refusal(400, 'Refund amount cannot be more than the transaction amount left', 'invalid_amount');
  }
  const note = textOf(body.merchant_note);
  const refund = ledger.refund(order, { amountKobo, note, merchantReference: null, willFail });
  return done('Refund has been queued for processing', shownRefund(ledger, refund));
}

/** A refund names its transaction by reference or by number. */
function namedOrder(ledger: Ledger, name: unknown): Order | null {
  const byReference = ledger.findByReference('paystack', textOf(name));
  return byReference ?? ledger.findByNumber('paystack', numberOf(name))?.order ?? null;
}

function shownRefund(ledger: Ledger, refund: Refund): object {
  const order = ledger.findByCode('paystack', refund.orderCode);
  return order ? paystackRefund(refund, order) : {};
}

function draftOf({ ledger }: PaystackDependencies, { body }: VendorCall): OrderDraft | VendorAnswer {
  const email = textOf(body.email);
  const amountKobo = numberOf(body.amount);
  const reference = textOf(body.reference);
  const currency = textOf(body.currency) || 'NGN';
  const metadata = parsedMetadata(body.metadata);
  if (!isEmail(email)) return refusal(400, 'Invalid Email Address Passed', 'invalid_email_address');
  if (!Number.isSafeInteger(amountKobo) || amountKobo <= 0)
    return refusal(400, 'Invalid Amount Sent', 'invalid_amount');
  if (currency !== 'NGN') return refusal(403, 'Currency not supported by merchant', 'unsupported_currency');
  if (!/^[A-Za-z0-9.=-]*$/.test(reference)) return refusal(400, 'Invalid reference', 'invalid_params');
  if (reference !== '' && ledger.findByReference('paystack', reference)) {
    return refusal(400, 'Duplicate Transaction Reference', 'duplicate_reference');
  }
  return {
    gateway: 'paystack',
    reference,
    amountKobo,
    currency,
    email,
    customerName: '',
    customerId: '',
    callbackUrl: webAddress(body.callback_url),
    cancelUrl: isRecord(metadata) ? webAddress(metadata.cancel_action) : null,
    metadata,
  };
}

/** Metadata may be an object or its JSON text. */
function parsedMetadata(metadata: unknown): unknown {
  if (typeof metadata !== 'string') return metadata ?? null;
  try {
    return JSON.parse(metadata);
  } catch {
    return metadata;
  }
}

function bodyReference(call: VendorCall): string | null {
  return textOf(call.body.reference) || null;
}

function checkoutData(deps: PaystackDependencies, order: Order): object {
  return { authorization_url: deps.checkoutUrl(order), access_code: order.code, reference: order.reference };
}

function viewOf(order: Order): ChargeView {
  return { order, attempt: decidingAttempt(order) };
}
