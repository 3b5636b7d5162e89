import * as z from 'zod/mini';
import type { HttpClient, OutsideAnswer } from '../../../platform/outside/http-client.ts';
import type { TemplateAtWhatsApp } from '../templates/template.policy.ts';

/** How to call the Cloud API; `baseUrl` contains its version. */
type Access = {
  readonly token: string;
  readonly phoneNumberId: string;
  readonly businessAccountId: string;
  readonly baseUrl: string;
};

/** `refused`: it was not sent; `unknown`: no answer came, so it may have been. */
export type SendOutcome =
  | { readonly kind: 'accepted'; readonly wamid: string }
  | { readonly kind: 'refused'; readonly code: number; readonly message: string }
  | { readonly kind: 'not-sent'; readonly reason: string }
  | { readonly kind: 'unknown'; readonly reason: string };

export type ApiFailure = { readonly kind: 'failed'; readonly code: number | null; readonly reason: string };

export type LineAtWhatsApp = {
  readonly displayNumber: string | null;
  readonly verifiedName: string | null;
  readonly quality: string | null;
};

/** The calls of WhatsApp's Cloud API that the portal needs. None of them throws. */
export type WhatsAppApi = {
  /** `reference` comes back in the message's statuses. */
  readonly send: (
    recipient: string,
    reference: string,
    message: Readonly<Record<string, unknown>>,
  ) => Promise<SendOutcome>;
  readonly markRead: (wamid: string) => Promise<boolean>;
  /** Shows that somebody writes, for 25 s or until they have written; the message is read with that. */
  readonly showTyping: (wamid: string) => Promise<boolean>;
  /** The file of a message, of at most `mostBytes`; `gone` also where its address is not one of WhatsApp. */
  readonly download: (mediaId: string, mostBytes: number) => Promise<Buffer | 'too-large' | 'gone' | 'no-answer'>;
  readonly listTemplates: () => Promise<readonly TemplateAtWhatsApp[] | ApiFailure>;
  readonly submitTemplate: (template: {
    readonly name: string;
    readonly language: string;
    readonly body: string;
    readonly examples: readonly string[];
  }) => Promise<{ readonly kind: 'submitted'; readonly status: string } | ApiFailure>;
  readonly findLine: () => Promise<LineAtWhatsApp | ApiFailure>;
};

const sent = z.object({ messages: z.array(z.object({ id: z.string().check(z.minLength(1), z.maxLength(256)) })) });
const refused = z.object({
  error: z.object({
    code: z.number(),
    message: z.nullish(z.string()),
    error_data: z.nullish(z.object({ details: z.nullish(z.string()) })),
  }),
});
const media = z.object({ url: z.string(), file_size: z.nullish(z.union([z.string(), z.number()])) });
const templates = z.object({
  data: z.array(
    z.object({
      name: z.string(),
      language: z.string(),
      status: z.string(),
      category: z.nullish(z.string()),
      components: z.nullish(z.array(z.looseObject({ type: z.string(), text: z.nullish(z.string()) }))),
      quality_score: z.nullish(z.object({ score: z.nullish(z.string()) })),
      rejected_reason: z.nullish(z.string()),
    }),
  ),
  paging: z.nullish(
    z.object({ cursors: z.nullish(z.object({ after: z.nullish(z.string()) })), next: z.nullish(z.string()) }),
  ),
});
const submitted = z.object({ status: z.nullish(z.string()) });
const line = z.object({
  display_phone_number: z.nullish(z.string()),
  verified_name: z.nullish(z.string()),
  quality_rating: z.nullish(z.string()),
});

const MOST_PAGES = 20;
/** Whose addresses WhatsApp gives for files; the token is sent to no other host. */
const MEDIA_HOSTS = /(^|\.)(fbsbx\.com|facebook\.com|fbcdn\.net|whatsapp\.net)$/;

function failureOf(answer: OutsideAnswer): ApiFailure {
  if (answer.kind !== 'answered') return { kind: 'failed', code: null, reason: answer.reason };
  const about = z.safeParse(refused, answer.body);
  if (!about.success) return { kind: 'failed', code: null, reason: `status ${answer.status}` };
  const { code, message, error_data: details } = about.data.error;
  return { kind: 'failed', code, reason: (details?.details ?? message ?? `error ${code}`).slice(0, 300) };
}

function outcomeOf(answer: OutsideAnswer): SendOutcome {
  if (answer.kind === 'not-sent') return answer;
  if (answer.kind !== 'answered') return { kind: 'unknown', reason: answer.reason };
  const accepted = z.safeParse(sent, answer.body);
  const wamid = accepted.success ? accepted.data.messages[0]?.id : undefined;
  if (answer.status >= 200 && answer.status < 300 && wamid !== undefined) return { kind: 'accepted', wamid };
  const { code, reason } = failureOf(answer);
  if (code !== null) return { kind: 'refused', code, message: reason };
  return { kind: 'unknown', reason: `status ${answer.status} without an answer of WhatsApp` };
}

export function createWhatsAppApi(access: Access, http: HttpClient): WhatsAppApi {
  const { baseUrl, phoneNumberId, businessAccountId } = access;
  const headers = { authorization: `Bearer ${access.token}` };
  const get = (path: string) => http.send({ method: 'GET', url: `${baseUrl}/${path}`, headers });
  const post = (path: string, json: unknown) => http.send({ method: 'POST', url: `${baseUrl}/${path}`, headers, json });
  const isTheirs = (address: string): boolean => {
    const url = URL.parse(address);
    const own = new URL(baseUrl);
    if (url === null) return false;
    return url.origin === own.origin || (url.protocol === 'https:' && MEDIA_HOSTS.test(url.hostname));
  };
  const tellRead = async (wamid: string, more: object): Promise<boolean> => {
    const read = { messaging_product: 'whatsapp', status: 'read', message_id: wamid };
    const answer = await post(`${phoneNumberId}/messages`, { ...read, ...more });
    return answer.kind === 'answered' && answer.status === 200;
  };
  return {
    send: async (to, reference, message) =>
      outcomeOf(
        await post(`${phoneNumberId}/messages`, {
          messaging_product: 'whatsapp',
          recipient_type: 'individual',
          to,
          biz_opaque_callback_data: reference,
          ...message,
        }),
      ),
    markRead: (wamid) => tellRead(wamid, {}),
    showTyping: (wamid) => tellRead(wamid, { typing_indicator: { type: 'text' } }),
    download: async (mediaId, mostBytes) => {
      const found = await get(`${encodeURIComponent(mediaId)}?phone_number_id=${encodeURIComponent(phoneNumberId)}`);
      if (found.kind !== 'answered' || found.status >= 500) return 'no-answer';
      const about = z.safeParse(media, found.body);
      if (!about.success || !isTheirs(about.data.url)) return 'gone';
      if (Number(about.data.file_size ?? 0) > mostBytes) return 'too-large';
      const file = await http.send({ method: 'GET', url: about.data.url, headers, fileUpTo: mostBytes });
      if (file.kind === 'garbled') return 'too-large';
      if (file.kind !== 'answered' || file.status >= 500) return 'no-answer';
      return Buffer.isBuffer(file.body) ? file.body : 'gone';
    },
    listTemplates: async () => {
      const found: TemplateAtWhatsApp[] = [];
      let after = '';
      for (let page = 0; page < MOST_PAGES; page++) {
        const fields = 'name,language,status,category,components,quality_score,rejected_reason';
        const answer = await get(`${businessAccountId}/message_templates?fields=${fields}&limit=100${after}`);
        const read = answer.kind === 'answered' ? z.safeParse(templates, answer.body) : null;
        if (!read?.success) return failureOf(answer);
        for (const each of read.data.data) {
          found.push({
            name: each.name,
            language: each.language.replace('-', '_'),
            status: each.status.toUpperCase(),
            category: each.category ?? '',
            body: each.components?.find(({ type }) => type.toUpperCase() === 'BODY')?.text ?? '',
            quality: each.quality_score?.score ?? null,
            reason: each.rejected_reason && each.rejected_reason !== 'NONE' ? each.rejected_reason : null,
          });
        }
        const next = read.data.paging?.cursors?.after;
        if (!read.data.paging?.next || !next) break;
        after = `&after=${encodeURIComponent(next)}`;
      }
      return found;
    },
    submitTemplate: async ({ name, language, body, examples }) => {
      const example = examples.length > 0 ? { example: { body_text: [examples] } } : {};
      const answer = await post(`${businessAccountId}/message_templates`, {
        name,
        language,
        category: 'UTILITY',
        components: [{ type: 'BODY', text: body, ...example }],
      });
      if (answer.kind !== 'answered' || answer.status >= 300) return failureOf(answer);
      const read = z.safeParse(submitted, answer.body);
      return { kind: 'submitted', status: (read.success && read.data.status?.toUpperCase()) || 'PENDING' };
    },
    findLine: async () => {
      const answer = await get(`${phoneNumberId}?fields=display_phone_number,verified_name,quality_rating`);
      const read = answer.kind === 'answered' && answer.status === 200 ? z.safeParse(line, answer.body) : null;
      if (!read?.success) return failureOf(answer);
      const { display_phone_number: displayNumber, verified_name: verifiedName, quality_rating: quality } = read.data;
      return { displayNumber: displayNumber ?? null, verifiedName: verifiedName ?? null, quality: quality ?? null };
    },
  };
}
