import * as z from 'zod/mini';
import type { PaystackSettings } from '../../../platform/config/config.ts';
import type { HttpClient } from '../../../platform/outside/http-client.ts';
import type {
  FoundNumbers,
  Intake,
  Notice,
  NumbersAt,
  NumbersOrder,
  OpenedNumber,
  Opening,
  Preparation,
  TransferFinding,
  TransferList,
} from '../../incoming-transfers/intake.port.ts';
import { idText, koboAmount, readAnswer, refusalReason } from '../../payments/gateways/gateway-answer.ts';
import { expectedDomain } from '../../payments/gateways/paystack-domain.ts';
import { isSignedBy } from '../../payments/gateways/signature.ts';

const CHANNEL = 'dedicated_nuban';

const transaction = z.object({
  id: idText,
  domain: z.nullish(z.string()),
  status: z.string(),
  reference: z.string(),
  amount: koboAmount,
  currency: z.string(),
  channel: z.nullish(z.string()),
  paid_at: z.nullish(z.string()),
  metadata: z.catch(z.nullish(z.object({ receiver_account_number: z.nullish(z.string()) })), null),
  authorization: z.catch(
    z.nullish(
      z.object({
        sender_name: z.nullish(z.string()),
        sender_bank: z.nullish(z.string()),
        narration: z.nullish(z.string()),
        receiver_bank_account_number: z.nullish(z.string()),
      }),
    ),
    null,
  ),
  customer: z.catch(z.nullish(z.object({ customer_code: z.nullish(z.string()) })), null),
});
type PaystackTransaction = z.infer<typeof transaction>;

const verified = z.object({ status: z.boolean(), message: z.optional(z.string()), data: z.nullish(transaction) });
/** One entry of another form does not hide the others. */
const listed = z.object({
  status: z.literal(true),
  data: z.array(z.catch(z.nullable(transaction), null)),
  meta: z.object({ pageCount: z.nullish(z.number()) }),
});

const customerCreated = z.object({ status: z.literal(true), data: z.object({ customer_code: z.string() }) });
const customerFound = z.object({ status: z.literal(true), data: z.object({ id: idText }) });
const assigning = z.object({ status: z.literal(true) });

const dedicatedAccount = z.object({
  id: idText,
  account_number: z.string().check(z.regex(/^\d{10}$/)),
  account_name: z.string(),
  active: z.boolean(),
  assigned: z.boolean(),
  bank: z.object({ name: z.string(), slug: z.string() }),
});
const accountsListed = z.object({ status: z.literal(true), data: z.array(dedicatedAccount) });

const charge = z.object({
  event: z.string(),
  data: z.object({
    id: z.nullish(idText),
    reference: z.string(),
    status: z.nullish(z.string()),
    channel: z.literal(CHANNEL),
  }),
});
/** One page of the documentation writes the event in another way. */
const assignment = z.object({
  event: z.string().check(z.regex(/^(dedicatedaccount\.assign|assigndedicatedaccount)\./)),
  data: z.object({
    customer: z.object({ customer_code: z.string() }),
    dedicated_account: z.nullish(z.object({ id: z.nullish(idText) })),
  }),
});
const dispute = z.object({
  event: z.string(),
  data: z.object({
    id: z.nullish(idText),
    status: z.nullish(z.string()),
    transaction: z.object({ reference: z.string(), channel: z.literal(CHANNEL) }),
  }),
});

const PER_PAGE = 100;
const MAX_PAGES = 1000;

/** Paystack sends no event id. A dispute of a transfer asks for the transaction, as its receipt does. */
function readNotice(body: unknown): Notice | null {
  const received = z.safeParse(charge, body);
  if (received.success) {
    const { event, data } = received.data;
    const about = { kind: 'transfer', reference: data.reference } as const;
    return { eventName: event, eventKey: `${event}:${data.id ?? ''}:${data.reference}:${data.status ?? ''}`, about };
  }
  const disputed = z.safeParse(dispute, body);
  if (disputed.success) {
    const { event, data } = disputed.data;
    const { reference } = data.transaction;
    const eventKey = `${event}:${data.id ?? ''}:${reference}:${data.status ?? ''}`;
    return { eventName: event, eventKey, about: { kind: 'transfer', reference } };
  }
  const assigned = z.safeParse(assignment, body);
  if (!assigned.success) return null;
  const { event, data } = assigned.data;
  const providerReference = data.customer.customer_code;
  const eventKey = `${event}:${data.dedicated_account?.id ?? ''}:${providerReference}`;
  return { eventName: event, eventKey, about: { kind: 'numbers', providerReference } };
}

function findingOf(found: PaystackTransaction, domain: 'test' | 'live' | null): TransferFinding {
  const { authorization, metadata, customer } = found;
  const isTransfer = found.channel === CHANNEL && (found.status === 'success' || found.status === 'reversed');
  if (!isTransfer) return { kind: 'other', rawStatus: `${found.channel ?? 'no channel'} ${found.status}` };
  const paidAt = found.paid_at ? new Date(found.paid_at) : null;
  return {
    kind: found.status === 'success' ? 'received' : 'reversed',
    facts: {
      reference: found.reference,
      transactionId: found.id,
      // No field has it; the narration may, as free text.
      sessionId: null,
      amountKobo: found.amount,
      currency: found.currency,
      modeMatches: domain === null || found.domain === domain,
      accountNumber: authorization?.receiver_bank_account_number ?? metadata?.receiver_account_number ?? null,
      accountReference: customer?.customer_code ?? null,
      payerName: authorization?.sender_name ?? null,
      payerBank: authorization?.sender_bank ?? null,
      narration: authorization?.narration ?? null,
      paidAt: paidAt && !Number.isNaN(paidAt.getTime()) ? paidAt : null,
    },
  };
}

/**
 * Paystack's dedicated virtual accounts (https://paystack.com/docs/payments/dedicated-virtual-accounts/):
 * kobo; a customer there first, then a number, which comes later and by webhook; one number at each bank.
 */
export function createPaystackIntake(
  settings: PaystackSettings,
  http: HttpClient,
  { banks }: { readonly banks: readonly string[] },
): Intake {
  const baseUrl = settings.baseUrl.replace(/\/+$/, '');
  const headers = { authorization: `Bearer ${settings.secretKey}` };
  const domain = expectedDomain(settings.secretKey);
  const get = (path: string) => http.send({ method: 'GET', url: `${baseUrl}${path}`, headers });
  const post = (path: string, json: object) => http.send({ method: 'POST', url: `${baseUrl}${path}`, headers, json });

  async function listTransfers(wanted: { readonly since: Date; readonly of?: NumbersAt }): Promise<TransferList> {
    const customer = wanted.of ? await findCustomerId(wanted.of.providerReference) : null;
    if (wanted.of && customer === null) return { kind: 'unknown', reason: 'the customer was not found there' };
    const transfers: TransferFinding[] = [];
    for (let page = 1; page <= MAX_PAGES; page++) {
      const query = new URLSearchParams({
        from: wanted.since.toISOString(),
        perPage: String(PER_PAGE),
        page: String(page),
        ...(customer !== null && { customer }),
      });
      const reading = readAnswer(await get(`/transaction?${query}`), listed);
      if (reading.kind === 'unread') return { kind: 'unknown', reason: reading.reason };
      const { data, meta } = reading.body;
      // There is no filter for the channel.
      transfers.push(...data.filter((each) => each !== null).map((each) => findingOf(each, domain)));
      if (data.length < PER_PAGE || page === meta.pageCount) break;
    }
    return { kind: 'listed', transfers };
  }

  async function findCustomerId(code: string | null): Promise<string | null> {
    if (code === null) return null;
    const reading = readAnswer(await get(`/customer/${encodeURIComponent(code)}`), customerFound);
    return reading.kind === 'read' ? reading.body.data.id : null;
  }

  async function find({ providerReference, bank }: NumbersAt): Promise<FoundNumbers> {
    if (providerReference === null) return { kind: 'absent' };
    const customer = await findCustomerId(providerReference);
    if (customer === null) return { kind: 'unknown', reason: 'the customer was not found there' };
    const query = new URLSearchParams({ active: 'true', currency: 'NGN', customer });
    const reading = readAnswer(await get(`/dedicated_account?${query}`), accountsListed);
    if (reading.kind === 'unread') return { kind: 'unknown', reason: reading.reason };
    // The list is of all the customer's numbers, each of which has a request of its own.
    const numbers = reading.body.data
      .filter((each) => each.active && each.assigned && (bank === null || each.bank.slug === bank))
      .map(numberOf);
    return numbers.length > 0 ? { kind: 'found', numbers } : { kind: 'in-progress' };
  }

  const personOf = ({ email, firstName: first_name, lastName: last_name, phone }: NumbersOrder) => ({
    email,
    first_name,
    last_name,
    ...(phone !== null && { phone }),
  });

  /** The same customer for the same address. */
  async function prepare(order: NumbersOrder): Promise<Preparation> {
    const answer = await post('/customer', personOf(order));
    const refused = refusalReason(answer);
    if (refused !== null) return { kind: 'refused', reason: refused };
    const reading = readAnswer(answer, customerCreated);
    return reading.kind === 'read'
      ? { kind: 'prepared', providerReference: reading.body.data.customer_code }
      : { kind: 'again', reason: reading.reason };
  }

  async function open(order: NumbersOrder): Promise<Opening> {
    const json = { phone: '', ...personOf(order), preferred_bank: order.bank, country: 'NG' };
    const answer = await post('/dedicated_account/assign', json);
    const refused = refusalReason(answer);
    if (refused !== null) return { kind: 'refused', reason: refused };
    const reading = readAnswer(answer, assigning);
    return reading.kind === 'read' ? { kind: 'in-progress' } : { kind: 'unknown', reason: reading.reason };
  }

  return {
    id: 'paystack',
    name: 'Paystack',
    asksIdentity: false,
    banks,
    authenticate: (requestHeaders, rawBody) =>
      isSignedBy(requestHeaders['x-paystack-signature'], rawBody, {
        secrets: settings.webhookSecrets,
        hash: 'sha512',
        encoding: 'hex',
      }),
    readNotice,
    confirm: async (reference) => {
      const reading = readAnswer(await get(`/transaction/verify/${encodeURIComponent(reference)}`), verified);
      if (reading.kind === 'unread') return { kind: 'unknown', reason: reading.reason };
      const { status, body } = reading;
      if (status === 200 && body.status && body.data) return findingOf(body.data, domain);
      const isNotFound = status === 404 || (status === 400 && /not found/i.test(body.message ?? ''));
      if (isNotFound) return { kind: 'other', rawStatus: 'not found' };
      return { kind: 'unknown', reason: `status ${status}` };
    },
    listTransfers,
    prepare,
    open,
    find,
    close: async ({ providerIds }) => {
      for (const id of providerIds) {
        const answer = await http.send({
          method: 'DELETE',
          url: `${baseUrl}/dedicated_account/${encodeURIComponent(id)}`,
          headers,
        });
        const isClosed = answer.kind === 'answered' && (answer.status === 200 || answer.status === 404);
        if (!isClosed) return 'unknown';
      }
      return 'closed';
    },
  };
}

function numberOf({
  id,
  account_number: accountNumber,
  account_name: accountName,
  bank,
}: z.infer<typeof dedicatedAccount>) {
  return { bank: bank.name, accountNumber, accountName, providerId: id } satisfies OpenedNumber;
}
