import { createHmac } from 'node:crypto';
import { SANDBOX_KEYS } from '@portal/sandbox/sandbox-options';
import { accountingBody } from '../../apps/server/src/network/accounting/packet.factory.ts';
import type { Schema } from './schema-values.ts';

/** The token of the network's RADIUS server, as the portal under test is configured. */
export const NETWORK_TOKEN = 'the network token of the fuzz test';

const text: Schema = { type: 'string' };
const whole: Schema = { type: 'integer', minimum: 0, maximum: 1_000_000_000 };

const object = (properties: Readonly<Record<string, Schema>>): Schema => ({
  type: 'object',
  properties,
  required: Object.keys(properties),
});

/** What each gateway posts; the contract leaves these bodies to the vendors. */
const WEBHOOKS: Readonly<Record<string, Schema>> = {
  paystack: object({
    event: {
      enum: [
        'charge.success',
        'charge.failed',
        'charge.dispute.create',
        'refund.processed',
        'refund.failed',
        'dedicatedaccount.assign.success',
        'dedicatedaccount.assign.failed',
        'direct_debit.authorization.created',
        'direct_debit.authorization.active',
      ],
    },
    data: object({
      channel: { enum: ['card', 'dedicated_nuban', 'direct_debit'] },
      authorization_code: text,
      id: whole,
      reference: text,
      amount: whole,
      status: { enum: ['success', 'failed'] },
      currency: { enum: ['NGN', 'USD'] },
      transaction: object({ reference: text }),
    }),
  }),
  flutterwave: object({
    event: { enum: ['charge.completed', 'refund.completed'] },
    data: object({
      id: whole,
      tx_ref: text,
      amount: whole,
      status: { enum: ['successful', 'failed'] },
      currency: text,
    }),
  }),
  quickteller: object({
    event: { enum: ['TRANSACTION.COMPLETED', 'TRANSACTION.CREATED'] },
    uuid: text,
    data: object({ merchantReference: text, amount: whole, responseCode: { enum: ['00', 'Z0'] } }),
  }),
  monnify: object({
    eventType: { enum: ['SUCCESSFUL_TRANSACTION', 'REJECTED_PAYMENT', 'SETTLEMENT'] },
    eventData: object({
      transactionReference: text,
      paymentStatus: { enum: ['PAID', 'OVERPAID', 'PARTIALLY_PAID', 'REVERSED'] },
      product: object({ type: { enum: ['RESERVED_ACCOUNT', 'WEB_SDK'] }, reference: text }),
      amountPaid: whole,
      currency: { enum: ['NGN', 'USD'] },
    }),
  }),
};

/** A packet of the network, each of whose attributes has the value of a usual one. */
const NETWORK: Schema = object(
  Object.fromEntries(
    Object.entries(
      accountingBody({ username: 'x', sessionId: 'x', uniqueId: 'x', nas: '10.0.0.1', at: new Date(), seconds: 1 }),
    ).map(([name, attribute]) => {
      const { type, value }: { type?: unknown; value?: unknown[] } = Object(attribute);
      const items: Schema = { type: 'array', minItems: 1, maxItems: 1, items: { enum: value ?? [] } };
      return [name, object({ type: { enum: [type] }, value: items })];
    }),
  ),
);

/** The form of the bodies that have no schema in the contract, by the address of the call. */
export function vendorSchema(path: string, gateway: string): Schema {
  if (path.startsWith('/api/network/')) return NETWORK;
  return WEBHOOKS[gateway] ?? object({ id: text, status: text });
}

/** The headers with which a gateway proves that a body is its own. */
export function proofOf(gateway: string, body: string | Buffer): Record<string, string> {
  const sign = (secret: string): string => createHmac('sha512', secret).update(body).digest('hex');
  switch (gateway) {
    case 'paystack':
      return { 'x-paystack-signature': sign(SANDBOX_KEYS.paystackSecretKey) };
    case 'flutterwave':
      return { 'verif-hash': SANDBOX_KEYS.flutterwaveWebhookHash };
    case 'monnify':
      return { 'monnify-signature': sign(SANDBOX_KEYS.monnifySecretKey) };
    default:
      return { 'x-interswitch-signature': sign(SANDBOX_KEYS.interswitchWebhookSecret) };
  }
}
