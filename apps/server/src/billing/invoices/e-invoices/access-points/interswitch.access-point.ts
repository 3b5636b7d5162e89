import type { Clock } from '@portal/kernel/clock';
import * as z from 'zod/mini';
import type { HttpClient, OutsideAnswer } from '../../../../platform/outside/http-client.ts';
import type { EInvoiceAccessPoint, Lookup, Registration, Unanswered } from './access-point.port.ts';
import { registrationOf, unansweredBy } from './mbs-answer.ts';
import { mbsDocument, SERVICE } from './mbs-document.policy.ts';

export type InterswitchAccess = {
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly apiSecret: string;
  readonly businessId: string;
};

const tokenGranted = z.object({ Token: z.string(), expires_in: z.coerce.number() });

const posted = z.object({ data: z.object({ IRN: z.string(), QRCodeData: z.nullish(z.string()) }) });

const transmitted = z.object({ data: z.object({ ok: z.literal(true) }) });

const TOKEN_REFUSED = new Set([400, 401, 403]);

/** The beginning of a picture in base64. The page shows the text of the code, and calls it a code. */
const PICTURE = /^(?:data:image|iVBORw0KGgo|\/9j\/)/;

/** The answer as it is read, or why there is none. */
type Reading = OutsideAnswer | Unanswered;

const isUnanswered = (reading: Reading): reading is Unanswered => 'reason' in reading && !('status' in reading);

/**
 * Calls with a token that is held until half a minute before it expires, and once more with a new one when it is
 * rejected.
 */
function createCaller(
  { baseUrl, apiKey: ClientId, apiSecret: ClientSecret }: InterswitchAccess,
  http: HttpClient,
  clock: Clock,
) {
  const at = (path: string) => `${baseUrl.replace(/\/+$/, '')}/Api/SwitchTax/${path}`;
  let token: { readonly value: string; readonly endsAt: number } | null = null;

  const findToken = async (signal: AbortSignal): Promise<string | Unanswered> => {
    if (token && clock().getTime() < token.endsAt) return token.value;
    const json = { ClientId, ClientSecret };
    const answer = await http.send({ method: 'POST', url: at('Token'), json, signal });
    const isAnswered = answer.kind === 'answered' && answer.status === 200;
    const granted = isAnswered ? z.safeParse(tokenGranted, answer.body) : null;
    if (!granted?.success) {
      const isRefused = answer.kind === 'answered' && TOKEN_REFUSED.has(answer.status);
      const reason = answer.kind === 'answered' ? `no token, status ${answer.status}` : answer.reason;
      return { kind: isRefused ? 'keys-refused' : 'not-sent', reason };
    }
    token = {
      value: granted.data.Token,
      endsAt: clock().getTime() + Math.max(0, granted.data.expires_in - 30) * 1000,
    };
    return token.value;
  };

  const post = async (path: string, json: unknown): Promise<Reading> => {
    const signal = http.deadline();
    for (let attempt = 1; ; attempt++) {
      const value = await findToken(signal);
      if (typeof value !== 'string') return value;
      const headers = { authorization: `Bearer ${value}` };
      const answer = await http.send({ method: 'POST', url: at(path), headers, json, signal });
      if (attempt === 2 || answer.kind !== 'answered' || answer.status !== 401) return answer;
      token = null;
    }
  };
  return { post, findToken };
}

/**
 * Interswitch as the provider (docs.interswitchgroup.com, NRS E-Invoicing). It registers and clears with one
 * call and has none to look a number up: a duplicate is confirmed by having it transmitted.
 */
export function createInterswitchAccessPoint(
  access: InterswitchAccess,
  http: HttpClient,
  clock: Clock,
): EInvoiceAccessPoint {
  const { post, findToken } = createCaller(access, http, clock);
  // The page has no field for a code of services: its place is that of goods.
  const service = { hsn_code: SERVICE.code, product_category: SERVICE.name };

  const describe: EInvoiceAccessPoint['describe'] = (order) =>
    mbsDocument(order, { businessId: access.businessId, service });

  const register: EInvoiceAccessPoint['register'] = async (order): Promise<Registration> => {
    const reading = await post('postInvoice', describe(order));
    if (isUnanswered(reading)) return reading;
    if (reading.kind !== 'answered' || reading.status >= 300) return registrationOf(reading);
    const body = z.safeParse(posted, reading.body);
    if (!body.success) return { kind: 'unknown', reason: `status ${reading.status}, unexpected form` };
    const { IRN, QRCodeData } = body.data.data;
    if (IRN.toUpperCase() !== order.irn) {
      const message = `The provider registered it under another number, ${IRN.slice(0, 60)}: ask Interswitch.`;
      return { kind: 'refused', code: 'other-number', field: 'irn', message };
    }
    return { kind: 'registered', qrText: QRCodeData && !PICTURE.test(QRCodeData) ? QRCodeData : null };
  };

  const confirm: EInvoiceAccessPoint['confirm'] = async (irn): Promise<Lookup> => {
    const reading = await post(`transmit/${encodeURIComponent(irn)}`, {});
    if (isUnanswered(reading)) return reading;
    if (reading.kind === 'answered' && reading.status < 300 && z.safeParse(transmitted, reading.body).success)
      return { kind: 'registered', qrText: null };
    return unansweredBy(reading) ?? { kind: 'absent' };
  };

  return {
    id: 'interswitch',
    name: 'Interswitch',
    needsPhone: true,
    describe,
    register,
    find: null,
    confirm,
    test: async () => {
      const value = await findToken(http.deadline());
      if (typeof value === 'string') return null;
      return value.kind === 'keys-refused'
        ? `Interswitch refuses EINVOICE_API_KEY and EINVOICE_API_SECRET (${value.reason})`
        : `Interswitch does not answer at EINVOICE_BASE_URL (${value.reason})`;
    },
  };
}
