import { createHash } from 'node:crypto';
import { toKobo } from '@portal/kernel/money';
import * as z from 'zod/mini';
import type { PaystackSettings } from '../../../platform/config/config.ts';
import type { HttpClient, OutsideAnswer } from '../../../platform/outside/http-client.ts';
import {
  type DisputeContent,
  type Finding,
  type Gateway,
  type ListedSuccess,
  NOT_FOUND,
  type Payer,
  type SuccessList,
  type WebhookContent,
} from './gateway.port.ts';
import { idText, koboAmount, readAnswer, readOpening, unknownFinding } from './gateway-answer.ts';
import { paystackAuthorization, paystackCard, paystackSavedCards } from './paystack-card.ts';
import { paystackDirectDebit, readPaystackMandate } from './paystack-direct-debit.ts';
import { expectedDomain } from './paystack-domain.ts';
import { findPaystackRefund, listPaystackRefunds, refundAtPaystack } from './paystack-refund.ts';
import { paystackSettlements } from './paystack-settlement.ts';
import { isSignedBy } from './signature.ts';

const opened = z.object({
  status: z.literal(true),
  data: z.object({ authorization_url: z.url(), access_code: z.string(), reference: z.string() }),
});

/** What `initialize` sends, repeated. */
const customerField = z.object({
  custom_fields: z.array(z.object({ variable_name: z.string(), value: z.string() })),
});

const verified = z.object({
  status: z.boolean(),
  message: z.optional(z.string()),
  data: z.nullish(
    z.object({
      id: idText,
      domain: z.nullish(z.string()),
      status: z.string(),
      reference: z.nullish(z.string()),
      amount: koboAmount,
      requested_amount: z.nullish(koboAmount),
      currency: z.string(),
      channel: z.nullish(z.string()),
      gateway_response: z.nullish(z.string()),
      authorization: z.nullish(paystackAuthorization),
      customer: z.catch(z.nullish(z.object({ email: z.string() })), null),
      metadata: z.catch(z.nullish(customerField), null),
    }),
  ),
});
type Transaction = NonNullable<z.infer<typeof verified>['data']>;

const listed = z.object({
  status: z.literal(true),
  data: z.array(z.object({ reference: z.string(), amount: koboAmount, requested_amount: z.nullish(koboAmount) })),
  meta: z.object({ pageCount: z.optional(z.number()) }),
});

const webhook = z.object({
  event: z.string(),
  data: z.object({
    id: z.nullish(idText),
    status: z.nullish(z.string()),
    reference: z.nullish(z.string()),
    refund_reference: z.nullish(idText),
    transaction_reference: z.nullish(z.string()),
    transaction: z.nullish(z.union([z.object({ reference: z.nullish(z.string()) }), z.unknown()])),
  }),
});

const PER_PAGE = 100;
const MAX_PAGES = 100;

/** Our id stands in brackets behind the customer's name. */
function payerOf({ customer, metadata }: Transaction): Payer | null {
  if (!customer) return null;
  const field = metadata?.custom_fields.find(({ variable_name: name }) => name === 'customer')?.value;
  const id = /\((\d+)\)$/.exec(field ?? '')?.[1];
  return { email: customer.email, customerId: id === undefined ? null : Number(id) };
}

const UNDER_WAY = new Set(['pending', 'ongoing', 'processing', 'queued']);

function findingOf(transaction: Transaction, domain: 'test' | 'live' | null): Finding {
  const rawStatus = transaction.status;
  switch (rawStatus) {
    case 'success':
      return {
        kind: 'paid',
        rawStatus,
        facts: {
          reference: transaction.reference ?? null,
          amountKobo: transaction.requested_amount ?? transaction.amount,
          chargedKobo: transaction.amount,
          currency: transaction.currency,
          modeMatches: domain === null || transaction.domain === domain,
          channel: transaction.channel ?? null,
          gatewayReference: transaction.id,
          card: paystackCard(transaction.authorization),
          payer: payerOf(transaction),
        },
      };
    case 'failed':
      return { kind: 'failed', rawStatus, reason: transaction.gateway_response ?? null };
    case 'abandoned':
      return { kind: 'abandoned', rawStatus };
    case 'reversed':
      return { kind: 'held', rawStatus };
    default:
      return UNDER_WAY.has(rawStatus)
        ? { kind: 'pending', rawStatus, isUnderWay: true }
        : { kind: 'unclear', rawStatus };
  }
}

/**
 * An unknown reference is answered 400 or 404 with a message; it only means that no one has paid
 * under it.
 */
function readFinding(answer: OutsideAnswer, domain: 'test' | 'live' | null): Finding {
  const reading = readAnswer(answer, verified);
  if (reading.kind === 'unread') return unknownFinding(answer, reading.reason);
  const { status, body } = reading;
  if (status === 200 && body.status && body.data) return findingOf(body.data, domain);
  if (status === 404 || (status === 400 && /not found/i.test(body.message ?? ''))) {
    return { kind: 'pending', rawStatus: NOT_FOUND, isUnderWay: false };
  }
  return unknownFinding(answer, `status ${status}: ${(body.message ?? '').slice(0, 200)}`);
}

/** The code that charges the account is in no key: only its digest is. */
function contentOfMandate({
  eventName,
  ...mandate
}: NonNullable<ReturnType<typeof readPaystackMandate>>): WebhookContent {
  const named = createHash('sha256').update(`${mandate.code}:${mandate.email}`).digest('hex').slice(0, 32);
  return { eventName, eventKey: `${eventName}:${named}:${mandate.reference ?? ''}`, reference: null, mandate };
}

/**
 * Refund webhooks have `transaction_reference`, dispute webhooks `transaction.reference`. Paystack
 * sends no event id.
 */
function readWebhook(body: unknown): WebhookContent | null {
  const mandate = readPaystackMandate(body);
  if (mandate) return contentOfMandate(mandate);
  const result = z.safeParse(webhook, body);
  if (!result.success) return null;
  const { event, data } = result.data;
  const { transaction } = data;
  const nested =
    typeof transaction === 'object' && transaction !== null && 'reference' in transaction
      ? transaction.reference
      : null;
  const reference = data.transaction_reference ?? data.reference ?? (typeof nested === 'string' ? nested : null);
  const identity = data.id ?? data.refund_reference ?? 'none';
  return { eventName: event, eventKey: `${event}:${identity}:${reference ?? ''}:${data.status ?? ''}`, reference };
}

const dispute = z.object({
  event: z.templateLiteral(['charge.dispute.', z.enum(['create', 'remind', 'resolve'])]),
  data: z.object({
    dueAt: z.nullish(z.string()),
    resolution: z.nullish(z.string()),
    refund_amount: z.catch(z.nullish(koboAmount), null),
  }),
});

function readDispute(body: unknown): DisputeContent | null {
  const result = z.safeParse(dispute, body);
  if (!result.success) return null;
  const { event, data } = result.data;
  const dueAt = data.dueAt ? new Date(data.dueAt) : null;
  const isResolved = event === 'charge.dispute.resolve';
  const isLost = isResolved && data.resolution === 'merchant-accepted';
  return {
    isResolved,
    lostKobo: (isLost && data.refund_amount) || toKobo(0),
    dueAt: dueAt && !Number.isNaN(dueAt.getTime()) ? dueAt : null,
  };
}

/** `from` is the moment of opening. Read to the last page. */
async function listSuccesses(
  http: HttpClient,
  baseUrl: string,
  headers: Readonly<Record<string, string>>,
  since: Date,
): Promise<SuccessList> {
  const successes: ListedSuccess[] = [];
  for (let page = 1; page <= MAX_PAGES; page++) {
    const from = since.toISOString();
    const query = new URLSearchParams({ status: 'success', from, perPage: String(PER_PAGE), page: String(page) });
    const answer = await http.send({ method: 'GET', url: `${baseUrl}/transaction?${query}`, headers });
    const reading = readAnswer(answer, listed);
    if (reading.kind === 'unread') return { kind: 'unknown', reason: reading.reason };
    for (const { reference, amount, requested_amount: requested } of reading.body.data) {
      successes.push({ reference, amountKobo: requested ?? amount });
    }
    if (reading.body.data.length < PER_PAGE || page === reading.body.meta.pageCount) break;
  }
  return { kind: 'listed', successes };
}

/**
 * Paystack (https://paystack.com/docs/api): kobo both ways, bearer key, webhooks signed with the
 * same key.
 */
export function createPaystackGateway(settings: PaystackSettings, http: HttpClient): Gateway {
  const baseUrl = settings.baseUrl.replace(/\/+$/, '');
  const headers = { authorization: `Bearer ${settings.secretKey}` };
  const domain = expectedDomain(settings.secretKey);

  return {
    id: 'paystack',
    name: 'Paystack',
    currency: 'NGN',
    answerNames: { url: 'authorization_url', reference: 'reference' },
    initialize: async (order) => {
      const answer = await http.send({
        method: 'POST',
        url: `${baseUrl}/transaction/initialize`,
        headers,
        json: {
          email: order.email,
          amount: order.amountKobo,
          currency: 'NGN',
          reference: order.reference,
          callback_url: order.returnUrl,
          metadata: {
            cancel_action: order.returnUrl,
            custom_fields: [
              {
                display_name: 'Customer',
                variable_name: 'customer',
                value: `${order.customerName} (${order.customerId})`,
              },
              { display_name: 'For', variable_name: 'description', value: order.description },
            ],
          },
        },
      });
      return readOpening(answer, opened, ({ data }) =>
        data.reference === order.reference ? { url: data.authorization_url, gatewayReference: data.access_code } : null,
      );
    },
    savedCards: paystackSavedCards(http, baseUrl, headers),
    directDebit: settings.directDebit ? paystackDirectDebit(http, baseUrl, headers) : null,
    confirm: async ({ reference }) => {
      const url = `${baseUrl}/transaction/verify/${encodeURIComponent(reference)}`;
      return readFinding(await http.send({ method: 'GET', url, headers }), domain);
    },
    authenticate: (requestHeaders, rawBody) =>
      isSignedBy(requestHeaders['x-paystack-signature'], rawBody, {
        secrets: settings.webhookSecrets,
        hash: 'sha512',
        encoding: 'hex',
      }),
    readWebhook,
    readDispute,
    refund: (order) => refundAtPaystack(http, baseUrl, headers, order),
    findRefund: (order) => findPaystackRefund(http, baseUrl, headers, order),
    listSuccesses: (since) => listSuccesses(http, baseUrl, headers, since),
    settlements: paystackSettlements(http, baseUrl, headers, domain),
    listRefunds: (wanted) => listPaystackRefunds(http, baseUrl, headers, wanted),
  };
}
