import * as z from 'zod/mini';
import type { HttpClient } from '../../../platform/outside/http-client.ts';
import type { Bank, DirectDebit, MandateFinding, MandateHint, MandateOpening } from './direct-debit.port.ts';
import { readAnswer, refusalReason } from './gateway-answer.ts';

const opened = z.object({
  status: z.literal(true),
  data: z.object({ redirect_url: z.url(), reference: z.string().check(z.minLength(1), z.maxLength(100)) }),
});

/** The customer's code is `code` in one place of the vendor's and `customer_code` in others; neither is needed. */
const customer = z.catch(z.nullish(z.object({ email: z.nullish(z.string()) })), null);

const found = z.object({
  status: z.boolean(),
  data: z.nullish(
    z.object({
      authorization_code: z.string().check(z.minLength(1), z.maxLength(100)),
      active: z.boolean(),
      channel: z.nullish(z.string()),
      bank: z.nullish(z.string()),
      last4: z.nullish(z.string()),
      customer,
    }),
  ),
});

const revoked = z.object({
  status: z.literal(true),
  data: z.array(z.object({ authorization_code: z.string(), status: z.string() })),
  meta: z.object({ next: z.nullish(z.string()) }),
});

const banks = z.object({
  status: z.literal(true),
  data: z.array(z.object({ code: z.string(), name: z.string(), active: z.nullish(z.boolean()) })),
});

/** The two ways in which the vendor says that it reaches banks for mandates. */
const BANK_GATEWAYS = ['emandate', 'digitalbankmandate'];
const PER_PAGE = 100;
const MAX_PAGES = 1000;

const DIGITS = /^\d{4}$/;

const webhook = z.object({
  event: z.templateLiteral(['direct_debit.authorization.', z.string()]),
  data: z.object({
    authorization_code: z.nullish(z.string()),
    reference: z.nullish(z.string()),
    customer,
  }),
});

/**
 * The mandate that a webhook is about; null when it is about none. `created` has no reference: then the
 * customer's address is what is left.
 */
export function readPaystackMandate(body: unknown): (MandateHint & { readonly eventName: string }) | null {
  const result = z.safeParse(webhook, body);
  if (!result.success) return null;
  const { event, data } = result.data;
  return {
    eventName: event,
    reference: data.reference ?? null,
    code: data.authorization_code ?? null,
    email: data.customer?.email?.toLowerCase() ?? null,
  };
}

/**
 * Bank mandates at Paystack (https://paystack.com/docs/payments/direct-debit and
 * https://paystack.com/docs/api/directdebit), whose charges are those of saved cards.
 */
export function paystackDirectDebit(
  http: HttpClient,
  baseUrl: string,
  headers: Readonly<Record<string, string>>,
): DirectDebit {
  const get = (path: string) => http.send({ method: 'GET', url: `${baseUrl}${path}`, headers });

  async function listBanksOf(gateway: string): Promise<Bank[] | null> {
    const query = new URLSearchParams({ country: 'nigeria', perPage: String(PER_PAGE), gateway });
    const reading = readAnswer(await get(`/bank?${query}`), banks);
    if (reading.kind === 'unread') return null;
    return reading.body.data.filter(({ active }) => active !== false).map(({ code, name }) => ({ code, name }));
  }

  return {
    open: async ({ email, returnUrl, account }): Promise<MandateOpening> => {
      const answer = await http.send({
        method: 'POST',
        url: `${baseUrl}/customer/authorization/initialize`,
        headers,
        json: {
          email,
          channel: 'direct_debit',
          callback_url: returnUrl,
          ...(account && { account: { number: account.number, bank_code: account.bankCode } }),
        },
      });
      const reason = refusalReason(answer);
      if (reason !== null) return { kind: /not supported/i.test(reason) ? 'bank-refused' : 'refused', reason };
      const reading = readAnswer(answer, opened);
      if (reading.kind === 'unread') return { kind: 'unknown', reason: reading.reason };
      const { redirect_url: url, reference } = reading.body.data;
      return { kind: 'opened', url, reference };
    },
    find: async (reference): Promise<MandateFinding> => {
      const answer = await get(`/customer/authorization/verify/${encodeURIComponent(reference)}`);
      // Before the customer has approved it, the vendor knows nothing of it.
      if (answer.kind === 'answered' && answer.status === 404) return { kind: 'absent' };
      const reading = readAnswer(answer, found);
      if (reading.kind === 'unread') return { kind: 'unknown', reason: reading.reason };
      const { data } = reading.body;
      if (reading.status !== 200 || !data) return { kind: 'unknown', reason: `status ${reading.status}` };
      return {
        kind: 'found',
        code: data.authorization_code,
        isActive: data.active,
        bankName: data.bank?.trim().slice(0, 100) || null,
        lastFour: DIGITS.test(data.last4 ?? '') ? (data.last4 ?? null) : null,
        email: data.customer?.email?.toLowerCase() ?? null,
      };
    },
    listRevoked: async () => {
      const codes: string[] = [];
      let cursor: string | null = null;
      for (let page = 0; page < MAX_PAGES; page++) {
        const query = new URLSearchParams({ status: 'revoked', per_page: String(PER_PAGE), ...(cursor && { cursor }) });
        const reading = readAnswer(await get(`/directdebit/mandate-authorizations?${query}`), revoked);
        if (reading.kind === 'unread') return null;
        const { data, meta } = reading.body;
        codes.push(...data.filter(({ status }) => status === 'revoked').map((each) => each.authorization_code));
        cursor = meta.next ?? null;
        if (cursor === null || data.length === 0) return codes;
      }
      return codes;
    },
    listBanks: async () => {
      const lists = await Promise.all(BANK_GATEWAYS.map(listBanksOf));
      const read = lists.filter((list) => list !== null).flat();
      if (lists.every((list) => list === null)) return null;
      const byCode = new Map(read.map((bank) => [bank.code, bank]));
      return [...byCode.values()].toSorted((one, other) => one.name.localeCompare(other.name, 'en'));
    },
    end: async (code) => {
      const url = `${baseUrl}/customer/authorization/deactivate`;
      const answer = await http.send({ method: 'POST', url, headers, json: { authorization_code: code } });
      return answer.kind === 'answered' && (answer.status < 300 || answer.status === 404);
    },
  };
}
