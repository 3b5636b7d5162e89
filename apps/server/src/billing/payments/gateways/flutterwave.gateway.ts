import { nairaFromKobo } from '@portal/kernel/money';
import * as z from 'zod/mini';
import type { FlutterwaveSettings } from '../../../platform/config/config.ts';
import type { HttpClient, OutsideAnswer } from '../../../platform/outside/http-client.ts';
import { flutterwaveCard, flutterwaveCardForm, flutterwaveSavedCards } from './flutterwave-card.ts';
import { findFlutterwaveRefund, listFlutterwaveRefunds, refundAtFlutterwave } from './flutterwave-refund.ts';
import { flutterwaveSettlements } from './flutterwave-settlement.ts';
import {
  type Finding,
  type Gateway,
  type ListedSuccess,
  NOT_FOUND,
  type Payer,
  type SuccessList,
  type WebhookContent,
} from './gateway.port.ts';
import { idText, nairaAmount, readAnswer, readOpening, unknownFinding } from './gateway-answer.ts';
import { isOneOf, isSignedBy } from './signature.ts';

const opened = z.object({ status: z.literal('success'), data: z.object({ link: z.url() }) });

const verified = z.object({
  status: z.string(),
  message: z.optional(z.string()),
  data: z.nullish(
    z.object({
      id: idText,
      tx_ref: z.nullish(z.string()),
      amount: nairaAmount,
      charged_amount: z.nullish(nairaAmount),
      currency: z.string(),
      status: z.string(),
      payment_type: z.nullish(z.string()),
      processor_response: z.nullish(z.string()),
      card: z.nullish(flutterwaveCardForm),
      customer: z.catch(z.nullish(z.object({ email: z.string() })), null),
      meta: z.catch(z.nullish(z.object({ customer_id: z.coerce.number() })), null),
    }),
  ),
});
type Transaction = NonNullable<z.infer<typeof verified>['data']>;

const listed = z.object({
  status: z.literal('success'),
  meta: z.object({ page_info: z.object({ total_pages: z.number() }) }),
  data: z.array(z.object({ tx_ref: z.nullish(z.string()), amount: nairaAmount })),
});

const presentNotice = z.object({
  event: z.string(),
  data: z.object({ id: z.nullish(idText), tx_ref: z.nullish(z.string()), status: z.nullish(z.string()) }),
});

/** The flat form that Flutterwave's test mode and some older accounts send. */
const olderNotice = z.object({
  'event.type': z.string(),
  id: z.nullish(idText),
  txRef: z.nullish(z.string()),
  status: z.nullish(z.string()),
});

const MAX_PAGES = 200;

/** As `initialize` sends it. */
function payerOf({ customer, meta }: Transaction): Payer | null {
  return customer ? { email: customer.email, customerId: meta?.customer_id ?? null } : null;
}

function findingOf(transaction: Transaction): Finding {
  const rawStatus = transaction.status;
  if (rawStatus === 'failed') return { kind: 'failed', rawStatus, reason: transaction.processor_response ?? null };
  if (rawStatus === 'pending') return { kind: 'pending', rawStatus, isUnderWay: true };
  if (rawStatus !== 'successful') return { kind: 'unclear', rawStatus };
  return {
    kind: 'paid',
    rawStatus,
    facts: {
      reference: transaction.tx_ref ?? null,
      amountKobo: transaction.amount,
      chargedKobo: transaction.charged_amount ?? transaction.amount,
      currency: transaction.currency,
      modeMatches: true,
      channel: transaction.payment_type ?? null,
      gatewayReference: transaction.id,
      card: flutterwaveCard(transaction.card),
      payer: payerOf(transaction),
    },
  };
}

/** Before the payer's first try there is no transaction: reported with 200 or 400, and normal. */
function readFinding(answer: OutsideAnswer): Finding {
  const reading = readAnswer(answer, verified);
  if (reading.kind === 'unread') return unknownFinding(answer, reading.reason);
  const { status, body } = reading;
  if (status === 200 && body.status === 'success' && body.data) return findingOf(body.data);
  if (status === 404 || (status < 500 && /no transaction was found/i.test(body.message ?? ''))) {
    return { kind: 'pending', rawStatus: NOT_FOUND, isUnderWay: false };
  }
  return unknownFinding(answer, `status ${status}: ${(body.message ?? '').slice(0, 200)}`);
}

type Given = string | null | undefined;

/** One `tx_ref` may have several transactions, each with a webhook of its own. */
function contentOf(eventName: string, id: Given, reference: Given, status: Given): WebhookContent {
  const eventKey = [eventName, id ?? 'none', reference ?? '', status ?? ''].join(':');
  return { eventName, eventKey, reference: reference ?? null };
}

function readWebhook(body: unknown): WebhookContent | null {
  const present = z.safeParse(presentNotice, body);
  if (present.success) {
    const { event, data } = present.data;
    return contentOf(event, data.id, data.tx_ref, data.status);
  }
  const older = z.safeParse(olderNotice, body);
  if (!older.success) return null;
  const { 'event.type': eventName, id, txRef, status } = older.data;
  return contentOf(eventName, id, txRef, status);
}

/** `from` is the day of the payer's try. Read to the last page. */
async function listSuccesses(
  http: HttpClient,
  baseUrl: string,
  headers: Readonly<Record<string, string>>,
  since: Date,
): Promise<SuccessList> {
  const successes: ListedSuccess[] = [];
  for (let page = 1; page <= MAX_PAGES; page++) {
    const from = since.toISOString().slice(0, 10);
    const query = new URLSearchParams({ status: 'successful', from, page: String(page) });
    const answer = await http.send({ method: 'GET', url: `${baseUrl}/transactions?${query}`, headers });
    const reading = readAnswer(answer, listed);
    if (reading.kind === 'unread') return { kind: 'unknown', reason: reading.reason };
    // A payment that was not made through a reference has none, and is not ours.
    for (const { tx_ref: reference, amount: amountKobo } of reading.body.data) {
      if (reference) successes.push({ reference, amountKobo });
    }
    if (page >= reading.body.meta.page_info.total_pages) break;
  }
  return { kind: 'listed', successes };
}

/**
 * Flutterwave v3 (https://developer.flutterwave.com/v3.0): naira both ways, converted here and
 * nowhere else. Confirmed by our own `tx_ref`, because the transaction id comes from the browser.
 * One `tx_ref` may have failed transactions before a successful one.
 */
export function createFlutterwaveGateway(settings: FlutterwaveSettings, http: HttpClient): Gateway {
  const baseUrl = settings.baseUrl.replace(/\/+$/, '');
  const headers = { authorization: `Bearer ${settings.secretKey}` };

  return {
    id: 'flutterwave',
    name: 'Flutterwave',
    currency: 'NGN',
    answerNames: { url: 'link', reference: 'tx_ref' },
    initialize: async (order) => {
      const answer = await http.send({
        method: 'POST',
        url: `${baseUrl}/payments`,
        headers,
        json: {
          tx_ref: order.reference,
          amount: nairaFromKobo(order.amountKobo),
          currency: 'NGN',
          redirect_url: order.returnUrl,
          customer: { email: order.email, name: order.customerName },
          meta: { customer_id: order.customerId },
          customizations: { title: order.description },
        },
      });
      return readOpening(answer, opened, ({ data }) => ({ url: data.link, gatewayReference: null }));
    },
    savedCards: flutterwaveSavedCards(http, baseUrl, headers),
    confirm: async ({ reference }) => {
      const url = `${baseUrl}/transactions/verify_by_reference?${new URLSearchParams({ tx_ref: reference })}`;
      return readFinding(await http.send({ method: 'GET', url, headers }));
    },
    authenticate: (requestHeaders, rawBody) =>
      isOneOf(requestHeaders['verif-hash'], settings.webhookSecrets) ||
      isSignedBy(requestHeaders['flutterwave-signature'], rawBody, {
        secrets: settings.webhookSecrets,
        hash: 'sha256',
        encoding: 'base64',
      }),
    readWebhook,
    refund: (order) => refundAtFlutterwave(http, baseUrl, headers, order),
    findRefund: (order) => findFlutterwaveRefund(http, baseUrl, headers, order),
    listSuccesses: (since) => listSuccesses(http, baseUrl, headers, since),
    settlements: flutterwaveSettlements(http, baseUrl, headers),
    listRefunds: (wanted) => listFlutterwaveRefunds(http, baseUrl, headers, wanted),
  };
}
