import * as z from 'zod/mini';
import type { FlutterwaveSettings } from '../../../platform/config/config.ts';
import type { HttpClient } from '../../../platform/outside/http-client.ts';
import type {
  Intake,
  Notice,
  NumbersAt,
  OpenedNumber,
  TransferFinding,
  TransferList,
} from '../../incoming-transfers/intake.port.ts';
import { idText, nairaAmount, readAnswer, refusalReason } from '../../payments/gateways/gateway-answer.ts';
import { isOneOf, isSignedBy } from '../../payments/gateways/signature.ts';
import { ACCOUNT_REFERENCE } from '../account-reference.ts';

const payer = z.catch(
  z.nullish(z.object({ originatorname: z.nullish(z.string()), bankname: z.nullish(z.string()) })),
  null,
);

const transaction = z.object({
  id: idText,
  tx_ref: z.nullish(z.string()),
  flw_ref: z.nullish(z.string()),
  amount: nairaAmount,
  currency: z.string(),
  status: z.string(),
  narration: z.nullish(z.string()),
  created_at: z.nullish(z.string()),
  meta: payer,
});
type FlutterwaveTransaction = z.infer<typeof transaction>;

const verified = z.object({ status: z.string(), message: z.optional(z.string()), data: z.nullish(transaction) });
const listed = z.object({
  status: z.literal('success'),
  meta: z.object({ page_info: z.object({ total_pages: z.number() }) }),
  data: z.array(z.catch(z.nullable(transaction), null)),
});

const number = z.object({
  order_ref: z.string(),
  account_number: z.string().check(z.regex(/^\d{10}$/)),
  bank_name: z.string(),
  note: z.nullish(z.string()),
});
const opened = z.object({ status: z.literal('success'), data: number });

const charge = z.object({
  event: z.string(),
  data: z.object({ id: idText, tx_ref: z.string(), status: z.nullish(z.string()) }),
  meta_data: payer,
});
/** The flat form that some accounts still send. */
const olderCharge = z.object({
  'event.type': z.string(),
  id: idText,
  txRef: z.string(),
  status: z.nullish(z.string()),
});

const MAX_PAGES = 1000;
const DAY_MS = 24 * 3_600_000;

/** `tx_ref` is that of the number and repeats; the transaction's id does not. */
function readNotice(body: unknown): Notice | null {
  const present = z.safeParse(charge, body);
  if (present.success) {
    const { event, data } = present.data;
    return noticeOf(event, data.id, data.tx_ref, data.status);
  }
  const older = z.safeParse(olderCharge, body);
  return older.success ? noticeOf(older.data['event.type'], older.data.id, older.data.txRef, older.data.status) : null;
}

function noticeOf(eventName: string, id: string, reference: string, status: string | null | undefined): Notice | null {
  if (!ACCOUNT_REFERENCE.test(reference)) return null;
  return { eventName, eventKey: `${eventName}:${id}:${status ?? ''}`, about: { kind: 'transfer', reference: id } };
}

function findingOf(found: FlutterwaveTransaction, hints: z.infer<typeof payer>): TransferFinding {
  const { tx_ref: reference = null, status } = found;
  if (reference === null || !ACCOUNT_REFERENCE.test(reference)) return { kind: 'other', rawStatus: `other ${status}` };
  if (status !== 'successful' && status !== 'reversed') return { kind: 'other', rawStatus: status };
  const paidAt = found.created_at ? new Date(found.created_at) : null;
  return {
    kind: status === 'successful' ? 'received' : 'reversed',
    facts: {
      reference: found.id,
      transactionId: found.id,
      // In live mode it has the form of a bank's session id; it is unique either way.
      sessionId: found.flw_ref ?? null,
      amountKobo: found.amount,
      currency: found.currency,
      modeMatches: true,
      // No field tells the number that the money was sent to.
      accountNumber: null,
      accountReference: reference,
      payerName: found.meta?.originatorname ?? hints?.originatorname ?? null,
      payerBank: found.meta?.bankname ?? hints?.bankname ?? null,
      narration: found.narration ?? null,
      paidAt: paidAt && !Number.isNaN(paidAt.getTime()) ? paidAt : null,
    },
  };
}

/**
 * Flutterwave's static virtual accounts, v3 (https://developer.flutterwave.com/v3.0/docs/ngn-virtual-accounts):
 * naira; the answer has the number at once; a deposit names it by the `tx_ref` of its request alone.
 */
export function createFlutterwaveIntake(settings: FlutterwaveSettings, http: HttpClient): Intake {
  const baseUrl = settings.baseUrl.replace(/\/+$/, '');
  const headers = { authorization: `Bearer ${settings.secretKey}` };
  const get = (path: string) => http.send({ method: 'GET', url: `${baseUrl}${path}`, headers });

  async function listTransfers({
    since,
    of,
  }: {
    readonly since: Date;
    readonly of?: NumbersAt;
  }): Promise<TransferList> {
    const transfers: TransferFinding[] = [];
    // Whole days only.
    const from = new Date(since.getTime() - DAY_MS).toISOString().slice(0, 10);
    for (let page = 1; page <= MAX_PAGES; page++) {
      const query = new URLSearchParams({ from, page: String(page), ...(of && { tx_ref: of.reference }) });
      const reading = readAnswer(await get(`/transactions?${query}`), listed);
      if (reading.kind === 'unread') return { kind: 'unknown', reason: reading.reason };
      const ours = reading.body.data.filter((each) => each !== null).map((each) => findingOf(each, null));
      transfers.push(...ours);
      if (page >= reading.body.meta.page_info.total_pages) break;
    }
    return { kind: 'listed', transfers };
  }

  return {
    id: 'flutterwave',
    name: 'Flutterwave',
    asksIdentity: true,
    banks: null,
    authenticate: (requestHeaders, rawBody) =>
      isOneOf(requestHeaders['verif-hash'], settings.webhookSecrets) ||
      isSignedBy(requestHeaders['flutterwave-signature'], rawBody, {
        secrets: settings.webhookSecrets,
        hash: 'sha256',
        encoding: 'base64',
      }),
    readNotice,
    confirm: async (id, body) => {
      const reading = readAnswer(await get(`/transactions/${encodeURIComponent(id)}/verify`), verified);
      if (reading.kind === 'unread') return { kind: 'unknown', reason: reading.reason };
      const { status, body: answer } = reading;
      const hints = z.safeParse(charge, body);
      if (status === 200 && answer.status === 'success' && answer.data)
        return findingOf(answer.data, hints.success && hints.data.data.id === id ? hints.data.meta_data : null);
      const isNotFound = status === 404 || (status < 500 && /no transaction was found/i.test(answer.message ?? ''));
      return isNotFound ? { kind: 'other', rawStatus: 'not found' } : { kind: 'unknown', reason: `status ${status}` };
    },
    listTransfers,
    prepare: null,
    open: async (order) => {
      const answer = await http.send({
        method: 'POST',
        url: `${baseUrl}/virtual-account-numbers`,
        headers,
        json: {
          email: order.email,
          is_permanent: true,
          tx_ref: order.reference,
          firstname: order.firstName,
          lastname: order.lastName,
          narration: [order.firstName, order.lastName].join(' '),
          ...(order.phone !== null && { phonenumber: order.phone }),
          ...(order.identity && { [order.identity.kind]: order.identity.number }),
        },
      });
      const reading = readAnswer(answer, opened);
      if (reading.kind === 'read') {
        const { data } = reading.body;
        return { kind: 'opened', providerReference: data.order_ref, numbers: [numberOf(data)] };
      }
      const refused = refusalReason(answer);
      return refused === null ? { kind: 'unknown', reason: reading.reason } : { kind: 'refused', reason: refused };
    },
    // A request whose answer was lost cannot be found: its number, if there is one, is nobody's to know.
    find: async ({ providerReference }) => {
      if (providerReference === null) return { kind: 'absent' };
      const reading = readAnswer(
        await get(`/virtual-account-numbers/${encodeURIComponent(providerReference)}`),
        opened,
      );
      return reading.kind === 'read'
        ? { kind: 'found', numbers: [numberOf(reading.body.data)] }
        : { kind: 'unknown', reason: reading.reason };
    },
    close: async ({ providerReference }) => {
      if (providerReference === null) return 'closed';
      const url = `${baseUrl}/virtual-account-numbers/${encodeURIComponent(providerReference)}`;
      const answer = await http.send({ method: 'POST', url, headers, json: { status: 'inactive' } });
      return answer.kind === 'answered' && (answer.status === 200 || answer.status === 404) ? 'closed' : 'unknown';
    },
  };
}

function numberOf({ bank_name: bank, account_number: accountNumber, note }: z.infer<typeof number>): OpenedNumber {
  const accountName = /bank transfer to (.+)$/i.exec(note ?? '')?.[1] ?? '';
  return { bank, accountNumber, accountName, providerId: null };
}
