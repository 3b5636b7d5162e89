import type { FastifyInstance } from 'fastify';
import { distort, type FaultRequest } from '../faults.ts';
import type { Ledger } from '../ledger.ts';
import { type ChargeView, decidingAttempt, type Order, type OrderDraft } from '../order.ts';
import { staticAccountRoutes } from '../virtual-accounts/flutterwave.accounts.ts';
import { done, type FlutterwaveDependencies, pageOf, refusal } from './flutterwave.answers.ts';
import { flutterwaveRefund, flutterwaveTransaction } from './flutterwave.payloads.ts';
import { settlementRoutes } from './flutterwave.settlements.ts';
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

type FlutterwaveRoute = Omit<VendorRoute, 'refuse'>;

/**
 * Flutterwave's v3 API: naira, `tx_ref` not echoed at the start, a transaction only once the payer
 * has tried, and several transactions for one `tx_ref`. A repeated `tx_ref` opens another page,
 * since the vendor does not reliably refuse it.
 */
export function registerFlutterwave(
  scope: FastifyInstance,
  routes: RouteDependencies,
  deps: FlutterwaveDependencies,
): void {
  const refuse = (call: VendorCall): VendorAnswer | null =>
    call.authorization === `Bearer ${deps.secretKey}` ? null : refusal(401, 'Authorization required');
  const all = [
    ...checkoutRoutes(deps),
    savedCardRoute(deps),
    ...refundRoutes(deps),
    ...readingRoutes(deps),
    ...settlementRoutes(deps),
    ...staticAccountRoutes(deps.accounts),
  ];
  for (const route of all) vendorRoute(scope, routes, { ...route, refuse });
}

function checkoutRoutes(deps: FlutterwaveDependencies): FlutterwaveRoute[] {
  const { ledger } = deps;
  const linked = (link: unknown): Order | null =>
    ledger.findByCode('flutterwave', textOf(link).split('/').at(-1) ?? '');
  return [
    {
      method: 'POST',
      url: '/payments',
      operation: 'initialize',
      referenceOf: bodyReference,
      act({ body }, fault) {
        if (fault?.mode === 'decline') return refusal(400, 'This merchant cannot take payments now');
        const customer = isRecord(body.customer) ? body.customer : {};
        const draft = draftOf(body, textOf(customer.email), textOf(customer.name));
        if ('status' in draft) return draft;
        return done('Hosted Link', { link: deps.checkoutUrl(ledger.open(draft)) });
      },
    },
    {
      method: 'POST',
      url: '/payments/link/disable',
      operation: 'deactivate',
      referenceOf: (call) => linked(call.body.link)?.reference ?? null,
      act({ body }) {
        const order = linked(body.link);
        if (!order) return refusal(400, 'Link not found');
        ledger.close(order);
        return done('Payment link disabled', { link: textOf(body.link) });
      },
    },
  ];
}

function savedCardRoute({ ledger, checkoutUrl }: FlutterwaveDependencies): FlutterwaveRoute {
  return {
    method: 'POST',
    url: '/tokenized-charges',
    operation: 'charge',
    referenceOf: bodyReference,
    act({ body }, fault) {
      const email = textOf(body.email);
      const name = `${textOf(body.first_name)} ${textOf(body.last_name)}`.trim();
      const draft = draftOf(body, email, name);
      if ('status' in draft) return draft;
      const card = ledger.findCard('flutterwave', textOf(body.token));
      if (!card?.active || card.email !== email) return refusal(400, 'Wrong token or email passed');
      if (ledger.findByReference('flutterwave', draft.reference)) {
        return refusal(400, 'Transaction reference already exist. Use a unique transaction reference');
      }
      if (fault?.mode === 'challenge') return challenged(ledger.open(draft), checkoutUrl);
      const order = ledger.chargeCard(draft, card, fault?.mode === 'decline' ? fault : null);
      return done('Charge successful', flutterwaveTransaction(distort(viewOf(order), fault)));
    },
  };
}

/** The bank requires its customer's approval first. */
function challenged(order: Order, checkoutUrl: FlutterwaveDependencies['checkoutUrl']): VendorAnswer {
  const data = {
    ...flutterwaveTransaction(viewOf(order)),
    status: 'pending',
    processor_response: 'Pending validation',
  };
  const meta = { authorization: { mode: 'redirect', redirect: checkoutUrl(order) } };
  return { status: 200, body: { status: 'success', message: 'Charge initiated', data, meta } };
}

function readingRoutes({ ledger }: FlutterwaveDependencies): FlutterwaveRoute[] {
  const verified = (view: ChargeView | null, what: string, fault: FaultRequest | null): VendorAnswer =>
    view?.attempt
      ? done('Transaction fetched successfully', flutterwaveTransaction(distort(view, fault)))
      : refusal(400, `No transaction was found for this ${what}`);
  return [
    {
      method: 'GET',
      url: '/transactions/:id/verify',
      operation: 'verify',
      referenceOf: (call) => transactionOf(ledger, call)?.order.reference ?? null,
      act: (call, fault) => verified(transactionOf(ledger, call), 'id', fault),
    },
    {
      method: 'GET',
      url: '/transactions/verify_by_reference',
      operation: 'verify',
      referenceOf: (call) => call.query.tx_ref ?? null,
      act: (call, fault) => verified(newestView(ledger, call.query.tx_ref ?? ''), 'id', fault),
    },
    {
      method: 'GET',
      url: '/transactions',
      operation: 'list',
      referenceOf: (call) => call.query.tx_ref ?? null,
      act: (call) => listed(ledger, call),
    },
  ];
}

/** Newest first. `from` and `to` are days (2026-01-31) or moments; a day is included completely. */
function listed(ledger: Ledger, { query }: VendorCall): VendorAnswer {
  const from = Date.parse(query.from ?? '');
  const to = Date.parse(/^\d{4}-\d\d-\d\d$/.test(query.to ?? '') ? `${query.to}T23:59:59.999Z` : (query.to ?? ''));
  const found = ledger
    .orders()
    .filter(({ gateway, reference }) => gateway === 'flutterwave' && (query.tx_ref ?? reference) === reference)
    .flatMap((order) => order.attempts.map((attempt) => ({ order, attempt })))
    .filter(({ attempt }) => !(Date.parse(attempt.startedAt) < from || Date.parse(attempt.startedAt) > to))
    .sort((a, b) => b.attempt.number - a.attempt.number)
    .map((view): object & { status?: string } => flutterwaveTransaction(view))
    .filter(({ status }) => query.status === undefined || status === query.status);
  return pageOf(found, query, 'Transactions fetched');
}

function refundRoutes({ ledger }: FlutterwaveDependencies): FlutterwaveRoute[] {
  const all = () =>
    ledger.refunds().flatMap((refund) => {
      const order = ledger.findByCode('flutterwave', refund.orderCode);
      return order ? [{ refund, shown: flutterwaveRefund(refund, viewOf(order)) }] : [];
    });
  return [
    {
      method: 'POST',
      url: '/transactions/:id/refund',
      operation: 'refund',
      referenceOf: (call) => transactionOf(ledger, call)?.order.reference ?? null,
      act(call, fault) {
        const view = transactionOf(ledger, call);
        if (!view?.attempt) return refusal(400, 'No transaction was found for this id');
        if (view.attempt.result !== 'success') return refusal(400, 'Only a successful transaction can be refunded');
        const left = ledger.refundable(view.order);
        const amountKobo = call.body.amount === undefined ? left : koboOf(call.body.amount);
        if (!Number.isSafeInteger(amountKobo) || amountKobo <= 0 || amountKobo > left) {
          return refusal(400, 'Refund amount is more than what is left of the transaction');
        }
        const note = textOf(call.body.comments);
        const willFail = fault?.mode === 'decline';
        const refund = ledger.refund(view.order, { amountKobo, note, willFail, merchantReference: null });
        return done('Transaction refund initiated', flutterwaveRefund(refund, view));
      },
    },
    {
      method: 'GET',
      url: '/refunds',
      operation: 'list',
      referenceOf: () => null,
      act({ query }) {
        const from = Date.parse(query.from ?? '');
        const found = all().filter(({ refund }) => !(Date.parse(refund.createdAt) < from));
        return pageOf(found.map(({ shown }) => shown).toReversed(), query, 'Refunds fetched');
      },
    },
    {
      method: 'GET',
      url: '/refunds/:id',
      operation: 'list',
      referenceOf: () => null,
      act({ params }) {
        const found = all().find(({ refund }) => refund.number === numberOf(params.id));
        return found ? done('Refund fetched', found.shown) : refusal(404, 'Refund not found');
      },
    },
  ];
}

function draftOf(body: VendorCall['body'], email: string, customerName: string): OrderDraft | VendorAnswer {
  const reference = textOf(body.tx_ref);
  const amountKobo = koboOf(body.amount);
  const currency = textOf(body.currency) || 'NGN';
  if (reference === '') return refusal(400, 'tx_ref is required');
  if (!Number.isSafeInteger(amountKobo) || amountKobo <= 0) return refusal(400, 'amount must be a positive number');
  if (!isEmail(email)) return refusal(400, 'customer email is required');
  if (currency !== 'NGN') return refusal(400, 'currency is not enabled for this merchant');
  return {
    gateway: 'flutterwave',
    reference,
    amountKobo,
    currency,
    email,
    customerName,
    customerId: '',
    callbackUrl: webAddress(body.redirect_url),
    metadata: body.meta ?? null,
  };
}

/** Naira to kobo: 25000 means twenty-five thousand naira. */
function koboOf(naira: unknown): number {
  return Math.round(numberOf(naira) * 100);
}

function transactionOf(ledger: Ledger, call: VendorCall): ChargeView | null {
  const found = ledger.findByNumber('flutterwave', numberOf(call.params.id));
  return found?.attempt?.number === numberOf(call.params.id) ? found : null;
}

/** The vendor's current transaction of a `tx_ref`: the successful one, otherwise the newest. */
function newestView(ledger: Ledger, reference: string): ChargeView | null {
  const views = ledger
    .orders()
    .filter((order) => order.gateway === 'flutterwave' && order.reference === reference)
    .map(viewOf)
    .filter(({ attempt }) => attempt !== null);
  return views.find(({ attempt }) => attempt?.result === 'success') ?? views.at(-1) ?? null;
}

function viewOf(order: Order): ChargeView {
  return { order, attempt: decidingAttempt(order) };
}

function bodyReference(call: VendorCall): string | null {
  return textOf(call.body.tx_ref) || null;
}
