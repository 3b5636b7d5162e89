import { fingerprint } from '../ledger.ts';
import { type ChargeView, type LedgerEvent, type Order, type OrderStatus, type Refund, viewStatus } from '../order.ts';
import { feeOf } from '../settlement.ts';
import type { Transfer } from '../virtual-accounts/virtual-account.ts';
import type { GatewayPayloads } from './webhook-delivery.ts';

/** A refund does not change the verify answer about the charge. */
const STATUS: Readonly<Record<OrderStatus, string>> = {
  created: 'pending',
  abandoned: 'pending',
  pending: 'pending',
  success: 'successful',
  failed: 'failed',
  reversed: 'successful',
};

/** `verif-hash` is a shared password sent in plain text; it does not sign the body. */
export function flutterwavePayloads(webhookHash: string): GatewayPayloads {
  return {
    webhookBody,
    proof: (_body, forged) => ({ 'verif-hash': forged ? `${webhookHash}-forged` : webhookHash }),
    returnUrl(view) {
      if (view.order.callbackUrl === null) return null;
      const url = new URL(view.order.callbackUrl);
      url.searchParams.append('status', view.attempt === null ? 'cancelled' : STATUS[viewStatus(view)]);
      url.searchParams.append('tx_ref', view.order.reference);
      if (view.attempt) url.searchParams.append('transaction_id', String(view.attempt.number));
      return url.href;
    },
  };
}

/**
 * A transaction as shown by verify, the list, a token charge and the webhook; amounts in naira. The
 * order has at least one attempt.
 */
export function flutterwaveTransaction(view: ChargeView): object {
  const { order, attempt } = view;
  const status = viewStatus(view);
  const chargedKobo = attempt?.chargedKobo ?? order.amountKobo;
  const feeKobo = feeOf('flutterwave', chargedKobo);
  const paid = status === 'success' || status === 'reversed';
  return {
    id: attempt?.number ?? order.number,
    tx_ref: order.reference,
    flw_ref: order.transfer?.sessionId ?? flwRef(view),
    device_fingerprint: 'N/A',
    amount: chargedKobo / 100,
    currency: order.currency,
    charged_amount: chargedKobo / 100,
    app_fee: feeKobo / 100,
    merchant_fee: 0,
    processor_response: paid
      ? 'Approved. Successful'
      : status === 'failed'
        ? (attempt?.reason ?? 'Declined')
        : 'Pending',
    auth_model: attempt?.channel === 'bank_transfer' ? 'AUTH' : 'PIN',
    ip: '127.0.0.1',
    narration: order.transfer?.narration ?? 'CARD Transaction',
    status: STATUS[status],
    payment_type: attempt?.channel ?? 'card',
    created_at: attempt?.startedAt ?? order.createdAt,
    account_id: 1_000_001,
    meta: order.transfer ? originator(order.transfer) : order.metadata,
    amount_settled: paid ? (chargedKobo - feeKobo) / 100 : 0,
    customer: customer(order),
    ...(attempt?.channel === 'card' && { card: card(view) }),
  };
}

/** Who sent a transfer. */
const originator = ({ senderName, senderBank }: Transfer) => ({
  originatorname: senderName,
  bankname: senderBank,
  originatoramount: 'N/A',
});

export function flutterwaveRefund(refund: Refund, view: ChargeView): object {
  return {
    id: refund.number,
    account_id: 1_000_001,
    tx_id: view.attempt?.number ?? view.order.number,
    flw_ref: flwRef(view),
    wallet_id: 1,
    amount_refunded: refund.amountKobo / 100,
    status: refund.status === 'processed' ? 'completed' : refund.status,
    destination: 'payment_source',
    comments: refund.note,
    created_at: refund.createdAt,
  };
}

export function flwRef({ order, attempt }: ChargeView): string {
  return `FLW-MOCK-${fingerprint(`${order.code}${attempt?.number}`)}`;
}

function customer(order: Order): object {
  return {
    id: Number.parseInt(fingerprint(order.email).slice(0, 8), 16),
    name: order.customerName || 'Anonymous customer',
    phone_number: 'N/A',
    email: order.email,
    created_at: order.createdAt,
  };
}

/**
 * Every customer has a card of their own, by their email address, because no signature
 * distinguishes cards.
 */
function card({ attempt, order }: ChargeView): object {
  return {
    first_6digits: '553188',
    last_4digits: String(Number.parseInt(fingerprint(order.email).slice(0, 6), 16))
      .slice(-4)
      .padStart(4, '0'),
    issuer: 'MASTERCARD CREDIT',
    country: 'NG',
    type: 'MASTERCARD',
    expiry: `09/${String(attempt?.card?.expiryYear ?? 2032).slice(-2)}`,
    ...(attempt?.card && { token: attempt.card.code }),
  };
}

/**
 * Both successes and failures are "charge.completed". Refund webhooks are off until the vendor
 * enables them; disputes come by email.
 */
function webhookBody(event: LedgerEvent, olderShape: boolean): object | null {
  const status = viewStatus(event);
  if (event.kind !== 'charge' || !event.attempt || status === 'pending') return null;
  const kind = event.attempt.channel === 'card' ? 'CARD_TRANSACTION' : 'BANK_TRANSFER_TRANSACTION';
  const { transfer } = event.order;
  if (!olderShape) {
    const meta = transfer && { meta_data: originator(transfer) };
    return { event: 'charge.completed', data: flutterwaveTransaction(event), ...meta, 'event.type': kind };
  }
  return {
    id: event.attempt.number,
    txRef: event.order.reference,
    flwRef: flwRef(event),
    orderRef: `URF_${event.order.number}`,
    paymentPlan: null,
    createdAt: event.attempt.startedAt,
    amount: event.attempt.chargedKobo / 100,
    charged_amount: event.attempt.chargedKobo / 100,
    status: STATUS[status],
    IP: '127.0.0.1',
    currency: event.order.currency,
    customer: { ...customer(event.order), phone: null, fullName: event.order.customerName },
    entity: { card6: '553188', card_last4: '2950' },
    'event.type': kind,
  };
}
