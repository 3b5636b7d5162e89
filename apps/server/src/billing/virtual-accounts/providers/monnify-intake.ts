import type { Clock } from '@portal/kernel/clock';
import * as z from 'zod/mini';
import type { MonnifySettings } from '../../../platform/config/config.ts';
import type { HttpClient, OutsideAnswer } from '../../../platform/outside/http-client.ts';
import type {
  FoundNumbers,
  Intake,
  Notice,
  NumbersAt,
  OpenedNumber,
  TransferFacts,
  TransferFinding,
  TransferList,
} from '../../incoming-transfers/intake.port.ts';
import { nairaAmount, readAnswer, refusalReason } from '../../payments/gateways/gateway-answer.ts';
import { isSignedBy } from '../../payments/gateways/signature.ts';
import { lagosTimeOf } from './lagos-time.ts';

const PRODUCT = 'RESERVED_ACCOUNT';
const PAID = new Set(['PAID', 'OVERPAID', 'PARTIALLY_PAID']);

const loggedIn = z.object({
  responseBody: z.object({ accessToken: z.string(), expiresIn: z.coerce.number() }),
});

const product = z.object({ type: z.string(), reference: z.string() });

const transaction = z.object({
  transactionReference: z.string(),
  paymentStatus: z.string(),
  amountPaid: nairaAmount,
  paidOn: z.nullish(z.string()),
  completedOn: z.nullish(z.string()),
  currency: z.nullish(z.string()),
  currencyCode: z.nullish(z.string()),
  paymentDescription: z.nullish(z.string()),
  product: z.nullish(product),
  accountDetails: z.catch(z.nullish(z.object({ accountName: z.nullish(z.string()) })), null),
});
type MonnifyTransaction = z.infer<typeof transaction>;

const asked = z.object({ requestSuccessful: z.literal(true), responseBody: transaction });
const listed = z.object({
  requestSuccessful: z.literal(true),
  responseBody: z.object({ content: z.array(z.catch(z.nullable(transaction), null)), last: z.nullish(z.boolean()) }),
});

const reservation = z.object({
  requestSuccessful: z.literal(true),
  responseBody: z.object({
    accountReference: z.string(),
    reservationReference: z.nullish(z.string()),
    status: z.nullish(z.string()),
    accounts: z.array(
      z.object({
        bankName: z.string(),
        accountNumber: z.string().check(z.regex(/^\d{10}$/)),
        accountName: z.nullish(z.string()),
      }),
    ),
  }),
});

const spokenRefusal = z.object({ responseMessage: z.string() });

const source = z.object({
  accountName: z.nullish(z.string()),
  bankCode: z.nullish(z.string()),
  sessionId: z.nullish(z.string()),
});
/** An array, one object, or an empty one. */
const sources = z.catch(
  z.pipe(
    z.union([z.array(source), source]),
    z.transform((given) => (Array.isArray(given) ? (given[0] ?? null) : given)),
  ),
  null,
);

const notice = z.object({
  eventType: z.string(),
  eventData: z.object({
    transactionReference: z.string(),
    paymentStatus: z.nullish(z.string()),
    product: z.object({ type: z.literal(PRODUCT), reference: z.string() }),
    paymentSourceInformation: sources,
    destinationAccountInformation: z.catch(z.nullish(z.object({ accountNumber: z.nullish(z.string()) })), null),
  }),
});

const PER_PAGE = 100;
const MAX_PAGES = 1000;
/** A token is renewed before it ends. */
const EARLY_MS = 60_000;
/** Its clock may be ahead of ours. */
const AHEAD_MS = 7 * 24 * 3_600_000;

function readNotice(body: unknown): Notice | null {
  const read = z.safeParse(notice, body);
  // A refused transfer went back to its payer: nothing has come.
  if (!read.success || read.data.eventType !== 'SUCCESSFUL_TRANSACTION') return null;
  const { eventType: eventName, eventData } = read.data;
  const { transactionReference: reference, paymentStatus } = eventData;
  const eventKey = `${eventName}:${reference}:${paymentStatus ?? ''}`;
  return { eventName, eventKey, about: { kind: 'transfer', reference } };
}

/** As `refusalReason`, with the message where Monnify puts it. */
function refusedFor(answer: OutsideAnswer): string | null {
  const reason = refusalReason(answer);
  if (reason === null || answer.kind !== 'answered') return reason;
  const body = z.safeParse(spokenRefusal, answer.body);
  return body.success ? `${reason}: ${body.data.responseMessage.slice(0, 200)}` : reason;
}

/** What only the signed webhook has: the bank's session, the payer, the number. */
function hintsOf(body: unknown, reference: string): Partial<TransferFacts> {
  const read = z.safeParse(notice, body);
  if (!read.success || read.data.eventData.transactionReference !== reference) return {};
  const { paymentSourceInformation: payer, destinationAccountInformation: destination } = read.data.eventData;
  return {
    sessionId: payer?.sessionId || null,
    payerName: payer?.accountName ?? null,
    payerBank: payer?.bankCode ?? null,
    accountNumber: destination?.accountNumber ?? null,
  };
}

function findingOf(
  found: MonnifyTransaction,
  accountReference: string | null,
  hints: Partial<TransferFacts>,
): TransferFinding {
  const { paymentStatus, product: of } = found;
  const isReversed = paymentStatus === 'REVERSED';
  const isOurs = of === null || of === undefined || of.type === PRODUCT;
  if (!isOurs || !(PAID.has(paymentStatus) || isReversed)) return { kind: 'other', rawStatus: paymentStatus };
  return {
    kind: isReversed ? 'reversed' : 'received',
    facts: {
      reference: found.transactionReference,
      transactionId: found.transactionReference,
      sessionId: null,
      amountKobo: found.amountPaid,
      currency: found.currency ?? found.currencyCode ?? 'NGN',
      // Test and live are two hosts with keys of their own.
      modeMatches: true,
      accountNumber: null,
      accountReference: of?.reference ?? accountReference,
      payerName: found.accountDetails?.accountName ?? null,
      payerBank: null,
      narration: found.paymentDescription ?? null,
      paidAt: lagosTimeOf(found.paidOn ?? found.completedOn ?? ''),
      ...Object.fromEntries(Object.entries(hints).filter(([, value]) => value !== null)),
    },
  };
}

/**
 * Monnify's reserved accounts (https://developers.monnify.com): naira; one request gives a number at
 * several banks; a bearer token of an hour; webhooks signed by HMAC-SHA-512 with the secret key.
 */
export function createMonnifyIntake(settings: MonnifySettings, http: HttpClient, clock: Clock): Intake {
  const baseUrl = settings.baseUrl.replace(/\/+$/, '');
  const reserved = `${baseUrl}/api/v2/bank-transfer/reserved-accounts`;
  const { banks } = settings;
  let token: { readonly value: string; readonly endsAt: number } | null = null;

  async function logIn(): Promise<string | null> {
    if (token && clock().getTime() < token.endsAt) return token.value;
    const basic = Buffer.from(`${settings.apiKey}:${settings.secretKey}`).toString('base64');
    const answer = await http.send({
      method: 'POST',
      url: `${baseUrl}/api/v1/auth/login`,
      headers: { authorization: `Basic ${basic}` },
      json: {},
    });
    const reading = readAnswer(answer, loggedIn);
    if (reading.kind === 'unread') return null;
    const { accessToken: value, expiresIn } = reading.body.responseBody;
    token = { value, endsAt: clock().getTime() + expiresIn * 1000 - EARLY_MS };
    return value;
  }

  /** With a token that ended at the provider, once more with a new one. */
  async function call(method: 'GET' | 'POST' | 'DELETE', url: string, json?: object): Promise<OutsideAnswer> {
    for (const isLast of [false, true]) {
      const value = await logIn();
      if (value === null) return { kind: 'not-sent', reason: 'not logged in' };
      const headers = { authorization: `Bearer ${value}` };
      const answer = await http.send({ method, url, headers, ...(json && { json }) });
      if (isLast || answer.kind !== 'answered' || answer.status !== 401) return answer;
      token = null;
    }
    throw new Error('unreachable');
  }

  async function listTransfers({
    since,
    of,
  }: {
    readonly since: Date;
    readonly of?: NumbersAt;
  }): Promise<TransferList> {
    const transfers: TransferFinding[] = [];
    for (let page = 0; page < MAX_PAGES; page++) {
      const paging = { page: String(page), size: String(PER_PAGE) };
      const url = of
        ? `${baseUrl}/api/v1/bank-transfer/reserved-accounts/transactions?${new URLSearchParams({ accountReference: of.reference, ...paging })}`
        : `${baseUrl}/api/v1/transactions/search?${new URLSearchParams({ ...paging, from: String(since.getTime()), to: String(clock().getTime() + AHEAD_MS) })}`;
      const reading = readAnswer(await call('GET', url), listed);
      if (reading.kind === 'unread') return { kind: 'unknown', reason: reading.reason };
      const { content, last } = reading.body.responseBody;
      const found = content.filter((each) => each !== null && (of !== undefined || each.product?.type === PRODUCT));
      transfers.push(...found.flatMap((each) => (each ? [findingOf(each, of?.reference ?? null, {})] : [])));
      if (last !== false || content.length < PER_PAGE) break;
    }
    return { kind: 'listed', transfers };
  }

  async function find({ reference }: NumbersAt): Promise<FoundNumbers> {
    const answer = await call('GET', `${reserved}/${encodeURIComponent(reference)}`);
    const reading = readAnswer(answer, reservation);
    if (reading.kind === 'read') return { kind: 'found', numbers: numbersOf(reading.body) };
    const isAbsent = answer.kind === 'answered' && [400, 404, 422].includes(answer.status);
    return isAbsent ? { kind: 'absent' } : { kind: 'unknown', reason: reading.reason };
  }

  return {
    id: 'monnify',
    name: 'Monnify',
    asksIdentity: true,
    banks: null,
    authenticate: (requestHeaders, rawBody) =>
      isSignedBy(requestHeaders['monnify-signature'], rawBody, {
        secrets: settings.webhookSecrets,
        hash: 'sha512',
        encoding: 'hex',
      }),
    readNotice,
    confirm: async (reference, body) => {
      const answer = await call('GET', `${baseUrl}/api/v2/transactions/${encodeURIComponent(reference)}`);
      const reading = readAnswer(answer, asked);
      if (reading.kind === 'read') return findingOf(reading.body.responseBody, null, hintsOf(body, reference));
      if (answer.kind === 'answered' && answer.status === 404) return { kind: 'other', rawStatus: 'not found' };
      return { kind: 'unknown', reason: reading.reason };
    },
    listTransfers,
    prepare: null,
    open: async (order) => {
      const name = [order.firstName, order.lastName].join(' ');
      const answer = await call('POST', reserved, {
        accountReference: order.reference,
        accountName: name,
        currencyCode: 'NGN',
        contractCode: settings.contractCode,
        customerEmail: order.email,
        customerName: name,
        ...(order.identity && { [order.identity.kind]: order.identity.number }),
        getAllAvailableBanks: banks.length === 0,
        ...(banks.length > 0 && { preferredBanks: banks }),
      });
      const reading = readAnswer(answer, reservation);
      if (reading.kind === 'read') return { kind: 'opened', providerReference: null, numbers: numbersOf(reading.body) };
      const refused = refusedFor(answer);
      // Our own request came through before: `find` has its numbers.
      if (refused !== null && /same reference/i.test(refused)) return { kind: 'unknown', reason: refused };
      if (refused !== null) return { kind: 'refused', reason: refused };
      return answer.kind === 'not-sent'
        ? { kind: 'again', reason: reading.reason }
        : { kind: 'unknown', reason: reading.reason };
    },
    find,
    close: async ({ reference }) => {
      const answer = await call(
        'DELETE',
        `${baseUrl}/api/v1/bank-transfer/reserved-accounts/reference/${encodeURIComponent(reference)}`,
      );
      if (answer.kind === 'answered' && answer.status === 200) return 'closed';
      return (await find({ reference, providerReference: null, bank: null })).kind === 'absent' ? 'closed' : 'unknown';
    },
  };
}

function numbersOf({ responseBody }: z.infer<typeof reservation>): OpenedNumber[] {
  return responseBody.accounts.map(({ bankName: bank, accountNumber, accountName }) => {
    return { bank, accountNumber, accountName: accountName ?? '', providerId: null };
  });
}
