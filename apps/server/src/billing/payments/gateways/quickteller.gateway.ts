import type { Clock } from '@portal/kernel/clock';
import type { Kobo } from '@portal/kernel/money';
import * as z from 'zod/mini';
import type { InterswitchSettings } from '../../../platform/config/config.ts';
import type { HttpClient, OutsideAnswer, OutsideRequest } from '../../../platform/outside/http-client.ts';
import type { Finding, Gateway, PaymentOrder, WebhookContent } from './gateway.port.ts';
import { koboAmount, readAnswer, readOpening, refusalReason, unknownFinding } from './gateway-answer.ts';
import { findQuicktellerRefund, refundAtQuickteller } from './quickteller-refund.ts';
import { isSignedBy } from './signature.ts';

/** ISO 4217 number of the naira, as Interswitch wants currencies. */
const NAIRA_CODE = '566';

const tokenGranted = z.object({ access_token: z.string(), expires_in: z.coerce.number() });

const billed = z.object({ reference: z.string(), amount: koboAmount, paymentUrl: z.url() });

const requeried = z.object({
  ResponseCode: z.string(),
  ResponseDescription: z.nullish(z.string()),
  Amount: koboAmount,
  MerchantReference: z.nullish(z.string()),
  PaymentReference: z.nullish(z.string()),
  CurrencyCode: z.nullish(z.string()),
});
type Requery = z.infer<typeof requeried>;

const webhook = z.object({
  event: z.string(),
  uuid: z.nullish(z.string()),
  data: z.object({ responseCode: z.nullish(z.string()), merchantReference: z.nullish(z.string()) }),
});

/** Approved in part or on other terms: for staff to decide. */
const HELD_CODES = new Set(['10', '11', '16']);
/** The customer cancelled (Z6), or the card or its bank declined. */
const FAILED_CODES = new Set(['Z6', '51', '54', '55', '57', '58', '59', '61', '62', '63', '65', '75']);
/** In progress, or the payer is still at the bank's page. */
const UNDER_WAY_CODES = new Set(['09', 'T0', 'S0']);
/** Not completed, not known yet, or a fault at the vendor or the bank: queried again later. */
const UNDECIDED_CODES = new Set(['Z0', 'Z1', 'Z25', '06', '68', '91', '92', '96']);
/** Our own merchant code is wrong: says nothing about the payment. */
const MISCONFIGURED_CODE = '20031';
const NOT_FOUND_CODE = 'Z25';

type Asked = { readonly reference: string; readonly gatewayReference: string | null };

function findingOf(answer: Requery, asked: Asked): Finding {
  const rawStatus = answer.ResponseCode;
  const described = `${rawStatus} ${answer.ResponseDescription ?? ''}`.trim().slice(0, 200);
  if (rawStatus === MISCONFIGURED_CODE) return { kind: 'unknown', reason: described, isOurs: true };
  if (/inconsisten/i.test(described)) return { kind: 'unclear', rawStatus: described };
  if (FAILED_CODES.has(rawStatus)) return { kind: 'failed', rawStatus };
  if (HELD_CODES.has(rawStatus)) return { kind: 'held', rawStatus };
  const isUnderWay = UNDER_WAY_CODES.has(rawStatus);
  if (isUnderWay || UNDECIDED_CODES.has(rawStatus)) return { kind: 'pending', rawStatus, isUnderWay };
  if (rawStatus !== '00') return { kind: 'unclear', rawStatus: described };
  const { MerchantReference: named = null } = answer;
  const currencyCode = answer.CurrencyCode ?? NAIRA_CODE;
  return {
    kind: 'paid',
    rawStatus,
    facts: {
      reference: named !== null && named === asked.gatewayReference ? asked.reference : named,
      amountKobo: answer.Amount,
      chargedKobo: answer.Amount,
      currency: currencyCode === NAIRA_CODE ? 'NGN' : currencyCode,
      modeMatches: true,
      channel: null,
      gatewayReference: answer.PaymentReference ?? null,
      card: null,
    },
  };
}

/** `uuid` names the payment, not the event, so the result belongs to the key. */
function readWebhook(body: unknown): WebhookContent | null {
  const result = z.safeParse(webhook, body);
  if (!result.success) return null;
  const { event, uuid, data } = result.data;
  const reference = data.merchantReference ?? null;
  return {
    eventName: event,
    eventKey: `${event}:${uuid ?? reference ?? 'none'}:${data.responseCode ?? ''}`,
    reference,
  };
}

/**
 * Requests a token once and holds it until half a minute before it expires; `forget` is for one
 * that the API rejects.
 */
function createTokenCache(settings: InterswitchSettings, http: HttpClient, clock: Clock) {
  const url = `${settings.tokenUrl.replace(/\/+$/, '')}/passport/oauth/token`;
  const basic = Buffer.from(`${settings.clientId}:${settings.clientSecret}`).toString('base64');
  let token: { readonly value: string; readonly endsAt: number } | null = null;
  return {
    forget: () => {
      token = null;
    },
    /** The token, or the answer without one. */
    find: async (signal: AbortSignal): Promise<string | OutsideAnswer> => {
      if (token && clock().getTime() < token.endsAt) return token.value;
      const answer = await http.send({
        method: 'POST',
        url,
        headers: { authorization: `Basic ${basic}` },
        form: { grant_type: 'client_credentials', scope: 'profile' },
        signal,
      });
      const reading = readAnswer(answer, tokenGranted);
      if (reading.kind === 'unread' || reading.status !== 200) return answer;
      const lifeMs = Math.max(reading.body.expires_in - 30, 0) * 1000;
      token = { value: reading.body.access_token, endsAt: clock().getTime() + lifeMs };
      return token.value;
    },
  };
}

/**
 * Sends with a token, and once more with a new one when the old one is rejected; all within one
 * deadline.
 */
function createAuthorizedSender(settings: InterswitchSettings, http: HttpClient, clock: Clock) {
  const tokens = createTokenCache(settings, http, clock);
  return async (request: OutsideRequest): Promise<OutsideAnswer> => {
    const { signal = http.deadline() } = request;
    for (let attempt = 1; ; attempt++) {
      const token = await tokens.find(signal);
      if (typeof token !== 'string') return token;
      const answer = await http.send({ ...request, headers: { authorization: `Bearer ${token}` }, signal });
      if (attempt === 2 || answer.kind !== 'answered' || answer.status !== 401) return answer;
      tokens.forget();
    }
  };
}

function billFor(settings: InterswitchSettings, order: PaymentOrder) {
  return {
    merchantCode: settings.merchantCode,
    payableCode: settings.payableCode,
    amount: order.amountKobo,
    redirectUrl: order.returnUrl,
    customerId: order.customerId,
    customerEmail: order.email,
    currencyCode: NAIRA_CODE,
    transactionReference: order.reference,
  };
}

/**
 * Quickteller over Interswitch's Pay Bill and requery (https://docs.interswitchgroup.com): kobo
 * both ways. Only the requery is proof. Where it does not know our reference it is queried once
 * more with the one from Pay Bill.
 */
export function createQuicktellerGateway(settings: InterswitchSettings, http: HttpClient, clock: Clock): Gateway {
  const baseUrl = settings.baseUrl.replace(/\/+$/, '');
  const sendAuthorized = createAuthorizedSender(settings, http, clock);

  const requery = async (reference: string, amountKobo: Kobo, asked: Asked, signal: AbortSignal): Promise<Finding> => {
    const query = new URLSearchParams({
      merchantcode: settings.merchantCode,
      transactionreference: reference,
      amount: String(amountKobo),
    });
    const url = `${baseUrl}/collections/api/v1/gettransaction.json?${query}`;
    const answer = await sendAuthorized({ method: 'GET', url, signal });
    const reading = readAnswer(answer, requeried);
    if (reading.kind === 'unread') return unknownFinding(answer, refusalReason(answer) ?? reading.reason);
    if (reading.status !== 200) return unknownFinding(answer, `status ${reading.status}`);
    return findingOf(reading.body, asked);
  };

  return {
    id: 'quickteller',
    name: 'Quickteller',
    currency: 'NGN',
    answerNames: { url: 'payment_url', reference: 'transaction_id' },
    initialize: async (order) => {
      const answer = await sendAuthorized({
        method: 'POST',
        url: `${baseUrl}/paymentgateway/api/v1/paybill`,
        json: billFor(settings, order),
      });
      return readOpening(answer, billed, (bill) =>
        bill.amount === order.amountKobo ? { url: bill.paymentUrl, gatewayReference: bill.reference } : null,
      );
    },
    savedCards: null,
    confirm: async ({ reference, amountKobo, gatewayReference }) => {
      const asked = { reference, gatewayReference };
      const signal = http.deadline();
      const finding = await requery(reference, amountKobo, asked, signal);
      const mayBeUnderOther = finding.kind === 'pending' && finding.rawStatus === NOT_FOUND_CODE;
      if (!mayBeUnderOther || gatewayReference === null || gatewayReference === reference) return finding;
      return requery(gatewayReference, amountKobo, asked, signal);
    },
    authenticate: (requestHeaders, rawBody) =>
      isSignedBy(requestHeaders['x-interswitch-signature'], rawBody, {
        secrets: settings.webhookSecrets,
        hash: 'sha512',
        encoding: 'hex',
      }),
    readWebhook,
    refund: (order) => refundAtQuickteller(sendAuthorized, baseUrl, order),
    findRefund: (order) => findQuicktellerRefund(sendAuthorized, baseUrl, order),
    listSuccesses: null,
    settlements: null,
  };
}
