import * as z from 'zod/mini';
import type { HttpClient, OutsideAnswer } from '../../../../platform/outside/http-client.ts';
import type { EInvoiceAccessPoint, Lookup, Registration } from './access-point.port.ts';
import { registrationOf, unansweredBy } from './mbs-answer.ts';
import { mbsDocument, SERVICE } from './mbs-document.policy.ts';

export type MbsAccess = {
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly apiSecret: string;
  readonly businessId: string;
  readonly serviceId: string;
};

const accepted = z.object({ data: z.object({ ok: z.literal(true) }) });

const found = z.object({ data: z.object({ items: z.array(z.object({ irn: z.string() })) }) });

const entity = z.object({
  data: z.object({ businesses: z.array(z.object({ id: z.string(), irn_template: z.nullish(z.string()) })) }),
});

/** The transmission to a buyer who is no member of the platform fails; the registration stands. */
const isOk = (answer: OutsideAnswer) =>
  answer.kind === 'answered' && answer.status < 300 && z.safeParse(accepted, answer.body).success;

/**
 * A provider that passes the authority's own calls on (MBS: validate, sign, search, with a pair of keys).
 * Signing is the registration; it can be looked up by its number. The text of the QR code is made here.
 */
export function createMbsAccessPoint(access: MbsAccess, http: HttpClient): EInvoiceAccessPoint {
  const base = `${access.baseUrl.replace(/\/+$/, '')}/api/v1`;
  const headers = { 'x-api-key': access.apiKey, 'x-api-secret': access.apiSecret };
  const service = { isic_code: SERVICE.code, service_category: SERVICE.name };
  const post = (path: string, json: unknown, signal: AbortSignal) =>
    http.send({ method: 'POST', url: `${base}/${path}`, headers, json, signal });

  const find = async (irn: string): Promise<Lookup> => {
    const url = `${base}/invoice/${access.businessId}?irn=${encodeURIComponent(irn)}&size=1&page=1`;
    const answer = await http.send({ method: 'GET', url, headers });
    const body = answer.kind === 'answered' && answer.status < 300 ? z.safeParse(found, answer.body) : null;
    if (!body?.success) return unansweredBy(answer) ?? { kind: 'unknown', reason: 'unexpected form' };
    const isKnown = body.data.data.items.some((item) => item.irn.toUpperCase() === irn);
    return isKnown ? { kind: 'registered', qrText: null } : { kind: 'absent' };
  };

  const describe: EInvoiceAccessPoint['describe'] = (order) =>
    mbsDocument(order, { businessId: access.businessId, service });

  const register: EInvoiceAccessPoint['register'] = async (order): Promise<Registration> => {
    const signal = http.deadline();
    const body = describe(order);
    const validated = await post('invoice/validate', body, signal);
    if (!isOk(validated)) {
      const outcome = registrationOf(validated);
      // Nothing is registered by asking whether it could be.
      return outcome.kind === 'unknown' ? { ...outcome, kind: 'not-sent' } : outcome;
    }
    const signed = await post('invoice/sign', body, signal);
    if (!isOk(signed)) return registrationOf(signed);
    if (order.isBusiness) await post(`invoice/transmit/${encodeURIComponent(order.irn)}`, {}, signal);
    return { kind: 'registered', qrText: null };
  };

  return {
    id: 'mbs',
    name: 'Merchant Buyer Solution',
    needsPhone: false,
    describe,
    register,
    find,
    confirm: find,
    test: async () => {
      const answer = await http.send({ method: 'GET', url: `${base}/entity/${access.businessId}`, headers });
      const body = answer.kind === 'answered' && answer.status < 300 ? z.safeParse(entity, answer.body) : null;
      if (!body?.success) {
        const fault = unansweredBy(answer);
        return fault?.kind === 'keys-refused'
          ? `The provider refuses EINVOICE_API_KEY and EINVOICE_API_SECRET (${fault.reason})`
          : `The provider does not answer as expected at EINVOICE_BASE_URL (${fault?.reason ?? 'unexpected form'})`;
      }
      const templates = body.data.data.businesses.flatMap(({ irn_template: template }) => template ?? []);
      const isOurs = templates.length === 0 || templates.some((template) => template.includes(access.serviceId));
      return isOurs
        ? null
        : 'EINVOICE_SERVICE_ID is not that of this business: its documents would have another’s numbers';
    },
  };
}
