import { createHmac } from 'node:crypto';
import { fingerprint } from '../ledger.ts';
import {
  type Attempt,
  type ChargeView,
  type LedgerEvent,
  type Order,
  type OrderStatus,
  type Refund,
  viewStatus,
} from '../order.ts';
import { feeOf } from '../settlement.ts';
import { isRecord } from './vendor-route.ts';
import type { GatewayPayloads } from './webhook-delivery.ts';

/** How long evidence is accepted after a payment is disputed. */
const EVIDENCE_MS = 5 * 24 * 3_600_000;

/** A payer who has not finished is "abandoned" from the start, as at the vendor. */
const STATUS: Readonly<Record<OrderStatus, string>> = {
  created: 'abandoned',
  abandoned: 'abandoned',
  pending: 'ongoing',
  success: 'success',
  failed: 'failed',
  reversed: 'reversed',
};

const GATEWAY_RESPONSE: Readonly<Record<OrderStatus, string>> = {
  created: 'The transaction was not completed',
  abandoned: 'The transaction was not completed',
  pending: 'Transaction is in progress',
  success: 'Successful',
  failed: 'Declined',
  reversed: 'Reversed',
};

/**
 * Signs as Paystack does: lowercase hex HMAC-SHA512 of the body's bytes, keyed with the secret key.
 */
export function paystackPayloads(secretKey: string): GatewayPayloads {
  return {
    webhookBody: (event) => webhookBody(event),
    proof: (body, forged) => ({
      'x-paystack-signature': createHmac('sha512', forged ? `${secretKey}-forged` : secretKey)
        .update(body)
        .digest('hex'),
    }),
    returnUrl({ order, attempt }) {
      const address = attempt === null ? (order.cancelUrl ?? order.callbackUrl) : order.callbackUrl;
      if (address === null) return null;
      const url = new URL(address);
      url.searchParams.append('trxref', order.reference);
      url.searchParams.append('reference', order.reference);
      return url.href;
    },
  };
}

/** A transaction as shown by verify, charge, the list and the webhook; amounts in kobo. */
export function paystackTransaction(view: ChargeView): object {
  const { order, attempt } = view;
  const status = viewStatus(view);
  const paidAt = status === 'success' || status === 'reversed' ? (attempt?.finishedAt ?? null) : null;
  const amount = attempt?.chargedKobo ?? order.amountKobo;
  return {
    id: order.number,
    domain: order.domain,
    status: status === 'pending' && attempt?.debit ? 'processing' : STATUS[status],
    reference: order.reference,
    receipt_number: null,
    amount,
    message: null,
    gateway_response: (status === 'failed' && attempt?.reason) || GATEWAY_RESPONSE[status],
    paid_at: paidAt,
    created_at: order.createdAt,
    channel: order.transfer ? 'dedicated_nuban' : (attempt?.channel ?? 'card'),
    currency: order.currency,
    ip_address: '127.0.0.1',
    metadata: order.transfer
      ? { receiver_account_number: order.transfer.accountNumber }
      : echoedMetadata(order.metadata),
    log: null,
    fees: paidAt === null ? null : feeOf('paystack', amount),
    fees_split: null,
    authorization: paidAt === null || attempt === null ? {} : authorization(order, attempt),
    customer: customer(order),
    plan: null,
    split: {},
    order_id: null,
    paidAt,
    createdAt: order.createdAt,
    requested_amount: order.amountKobo,
    transaction_date: order.createdAt,
    plan_object: {},
    subaccount: {},
  };
}

export function paystackRefund(refund: Refund, order: Order): object {
  return {
    id: refund.number,
    domain: order.domain,
    transaction: order.number,
    transaction_reference: order.reference,
    amount: refund.amountKobo,
    deducted_amount: refund.status === 'processed' ? refund.amountKobo : 0,
    fully_deducted: refund.status === 'processed',
    currency: order.currency,
    channel: null,
    status: refund.status,
    merchant_note: refund.note,
    customer_note: refund.note,
    refunded_by: 'sandbox',
    expected_at: new Date(refund.dueAtMs).toISOString(),
    createdAt: refund.createdAt,
  };
}

const codeOf = (order: Order) => order.transfer?.reference ?? `CUS_${fingerprint(order.email)}`;

/** The vendor's number of a customer. */
export const customerId = (order: Order): number => Number.parseInt(fingerprint(codeOf(order)).slice(0, 8), 16);

function customer(order: Order): object {
  return {
    id: customerId(order),
    first_name: null,
    last_name: null,
    email: order.email,
    customer_code: codeOf(order),
    phone: null,
    metadata: null,
    risk_action: 'default',
  };
}

function authorization(order: Order, attempt: Attempt): object {
  const shared = { exp_month: '12', country_code: 'NG', bank: 'TEST BANK', account_name: null };
  if (attempt.debit) {
    const { authorizationCode, bankName } = attempt.debit;
    return {
      ...shared,
      authorization_code: authorizationCode,
      bank: bankName,
      bin: null,
      last4: null,
      exp_year: null,
      channel: 'direct_debit',
      card_type: '',
      brand: '',
      reusable: true,
      signature: null,
    };
  }
  if (!attempt.card) {
    return {
      ...shared,
      authorization_code: `AUTH_${fingerprint(String(attempt.number)).slice(0, 10)}`,
      bin: '000XXX',
      last4: 'X000',
      exp_year: '9999',
      channel: order.transfer ? 'dedicated_nuban' : 'bank_transfer',
      card_type: 'transfer',
      brand: 'Managed Account',
      reusable: false,
      signature: null,
      ...(order.transfer && {
        sender_name: order.transfer.senderName,
        sender_bank: order.transfer.senderBank,
        narration: order.transfer.narration,
        receiver_bank: order.transfer.bank,
        receiver_bank_account_number: order.transfer.accountNumber,
      }),
    };
  }
  return {
    ...shared,
    authorization_code: attempt.card.code,
    // Every customer has a card of their own, by their email address; the last digits are those of
    // the vendor's test card.
    bin: `4${String(Number.parseInt(fingerprint(order.email).slice(0, 8), 16))
      .slice(-5)
      .padStart(5, '0')}`,
    last4: '4081',
    exp_year: String(attempt.card.expiryYear),
    channel: 'card',
    card_type: 'visa',
    brand: 'visa',
    reusable: true,
    signature: `SIG_${fingerprint(order.email)}`,
  };
}

/**
 * Metadata is returned with its numbers turned into text, and as an empty text when there was none.
 */
function echoedMetadata(metadata: unknown): unknown {
  if (!isRecord(metadata)) return metadata ?? '';
  return Object.fromEntries(
    Object.entries(metadata).map(([name, value]) => [name, typeof value === 'number' ? String(value) : value]),
  );
}

/**
 * Failed charges of cards send no webhook, those of bank accounts one that no page documents. Refund events name the transaction differently from charge
 * events, and have the amount as text.
 */
function webhookBody(event: LedgerEvent): object | null {
  const { order } = event;
  switch (event.kind) {
    case 'charge':
      if (viewStatus(event) === 'success') return { event: 'charge.success', data: paystackTransaction(event) };
      return event.attempt?.debit && viewStatus(event) === 'failed'
        ? { event: 'charge.failed', data: paystackTransaction(event) }
        : null;
    case 'refund':
      return {
        event: `refund.${event.refund.status}`,
        data: {
          id: event.refund.number,
          status: event.refund.status,
          transaction_reference: order.reference,
          refund_reference: event.refund.status === 'processed' ? `TRF_${event.refund.number}` : null,
          amount: String(event.refund.amountKobo),
          currency: order.currency,
          processor: 'instant-transfer',
          customer: customer(order),
          integration: 100_001,
          domain: order.domain,
        },
      };
    case 'dispute':
      return {
        event: `charge.dispute.${event.stage}`,
        data: {
          id: order.number,
          refund_amount: event.amountKobo,
          currency: order.currency,
          status: event.stage === 'create' ? 'awaiting-merchant-feedback' : 'resolved',
          resolution: event.stage === 'create' ? null : 'merchant-accepted',
          domain: order.domain,
          category: 'chargeback',
          dueAt: new Date(Date.parse(order.createdAt) + EVIDENCE_MS).toISOString(),
          transaction: paystackTransaction(event),
          customer: customer(order),
        },
      };
  }
}
