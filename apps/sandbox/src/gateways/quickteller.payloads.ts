import { createHmac } from 'node:crypto';
import { fingerprint } from '../ledger.ts';
import { type ChargeView, type LedgerEvent, type OrderStatus, viewStatus } from '../order.ts';
import type { GatewayPayloads } from './webhook-delivery.ts';

const RESPONSE: Readonly<Record<OrderStatus, readonly [code: string, description: string]>> = {
  created: ['Z0', 'Transaction not completed'],
  abandoned: ['Z6', 'Customer cancellation'],
  pending: ['09', 'Request in progress'],
  success: ['00', 'Approved by Financial Institution'],
  failed: ['51', 'Insufficient Funds'],
  reversed: ['00', 'Approved by Financial Institution'],
};

/**
 * Signs as Interswitch does: hex HMAC-SHA512 of the body's bytes, keyed with the webhook secret.
 */
export function quicktellerPayloads(webhookSecret: string, merchantCode: string): GatewayPayloads {
  return {
    webhookBody: (event) => webhookBody(event, merchantCode),
    proof: (body, forged) => ({
      'X-Interswitch-Signature': createHmac('sha512', forged ? `${webhookSecret}-forged` : webhookSecret)
        .update(body)
        .digest('hex'),
    }),
    returnUrl(view) {
      if (view.order.callbackUrl === null) return null;
      const [code, description] = RESPONSE[viewStatus(view)];
      const url = new URL(view.order.callbackUrl);
      url.searchParams.append('txnref', view.order.reference);
      url.searchParams.append('payRef', paymentReference(view, merchantCode));
      url.searchParams.append('retRef', retrievalReference(view));
      url.searchParams.append('resp', code);
      url.searchParams.append('desc', description);
      url.searchParams.append('apprAmt', String(approvedKobo(view)));
      url.searchParams.append('cardNum', view.attempt?.channel === 'card' ? MASKED_CARD : '');
      return url.href;
    },
  };
}

const MASKED_CARD = '506105*********7864';

/** The requery answer about an order; amounts in kobo, 0 for an unpaid one. */
export function requeryAnswer(view: ChargeView, merchantCode: string): object {
  const [code, description] = RESPONSE[viewStatus(view)];
  return {
    ...requeryRefusal(view.order.reference, code, description),
    Amount: approvedKobo(view),
    CardNumber: view.attempt?.channel === 'card' ? MASKED_CARD : '',
    PaymentReference: paymentReference(view, merchantCode),
    RetrievalReferenceNumber: retrievalReference(view),
    TransactionDate: (view.attempt?.startedAt ?? view.order.createdAt).slice(0, 19),
    BankCode: view.attempt ? '011' : null,
  };
}

/** A requery answer that names no payment: HTTP 200 with `Amount` 0 and a date in the year 1. */
export function requeryRefusal(reference: string, code: string, description: string): object {
  return {
    Amount: 0,
    CardNumber: '',
    MerchantReference: reference,
    PaymentReference: '',
    RetrievalReferenceNumber: '',
    SplitAccounts: [],
    TransactionDate: '0001-01-01T00:00:00',
    ResponseCode: code,
    ResponseDescription: description,
    BankCode: null,
    AccountNumber: '',
  };
}

function approvedKobo(view: ChargeView): number {
  return RESPONSE[viewStatus(view)][0] === '00' ? (view.attempt?.chargedKobo ?? 0) : 0;
}

function paymentReference({ order, attempt }: ChargeView, merchantCode: string): string {
  if (!attempt) return '';
  const [year, month, day] = attempt.startedAt.slice(0, 10).split('-');
  return `FBN|WEB|${merchantCode}|${day}-${month}-${year}|${order.number}|${attempt.number}`;
}

function retrievalReference({ attempt }: ChargeView): string {
  return attempt ? fingerprint(String(attempt.number)).replaceAll(/\D/g, '').padEnd(12, '0').slice(0, 12) : '';
}

/**
 * COMPLETED announces every final result: paid, declined and cancelled. `uuid` is the merchant's
 * reference, not an id of the event.
 */
function webhookBody(event: LedgerEvent, merchantCode: string): object | null {
  const status = viewStatus(event);
  if (event.kind !== 'charge' || status === 'pending' || status === 'created') return null;
  const { order, attempt } = event;
  const [responseCode, responseDescription] = RESPONSE[status];
  const finishedAtMs = Date.parse(attempt?.finishedAt ?? order.cancelledAt ?? order.createdAt);
  return {
    event: 'TRANSACTION.COMPLETED',
    uuid: order.reference,
    timestamp: finishedAtMs,
    data: {
      remittanceAmount: approvedKobo(event),
      bankCode: attempt ? '011' : '',
      amount: attempt?.chargedKobo ?? order.amountKobo,
      paymentReference: paymentReference(event, merchantCode),
      channel: attempt?.channel === 'bank_transfer' ? 'TRANSFER' : 'WEB',
      splitAccounts: [],
      retrievalReferenceNumber: retrievalReference(event),
      transactionDate: finishedAtMs,
      accountNumber: null,
      responseCode,
      token: null,
      responseDescription,
      paymentId: attempt?.number ?? order.number,
      merchantCustomerId: order.customerId,
      escrow: false,
      merchantReference: order.reference,
      currencyCode: order.currency === 'NGN' ? '566' : '840',
      merchantCustomerName: order.customerName,
      cardNumber: attempt?.channel === 'card' ? MASKED_CARD : '',
    },
  };
}
