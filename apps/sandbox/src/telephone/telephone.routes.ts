import type { FastifyInstance } from 'fastify';
import { sendWebhookForm } from './send-webhook-form.ts';
import { TELEPHONE_POLICY, telephonePage } from './telephone-page.ts';

export interface TelephoneOptions {
  /** What it dials, "*347*000#". */
  readonly code: string;
  readonly brandName: string;
  /** The number that it begins with, E.164. */
  readonly number: string;
  /** The portal's callback address for Africa's Talking, with its key. */
  readonly ussdUrl: string;
  /** Its callback address for inbound texts, with its token. */
  readonly textUrl: string;
  /** A new id for each text. */
  readonly newId: () => string;
  readonly clock: () => Date;
}

const OPERATOR_ERROR = 'Connection problem or invalid MMI code.';

interface Dialled {
  readonly sessionId?: unknown;
  readonly phoneNumber?: unknown;
  readonly text?: unknown;
  readonly twice?: unknown;
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value.slice(0, 2000) : '');

/**
 * `GET /telephone`: a telephone without data. What it dials and texts goes to the portal's own webhooks by
 * HTTP, in the form of Africa's Talking; the keys of the callbacks stay here. Never mount it in production.
 */
export function registerTelephone(scope: FastifyInstance, options: TelephoneOptions): void {
  const { code, ussdUrl, textUrl, newId, clock } = options;

  scope.get('/telephone', { exposeHeadRoute: false }, (_request, reply) =>
    reply
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-store')
      .header('content-security-policy', TELEPHONE_POLICY)
      .send(telephonePage(options)),
  );

  scope.post<{ Body: Dialled | null }>('/telephone/ussd', async ({ body }) => {
    const fields = {
      sessionId: textOf(body?.sessionId),
      serviceCode: code,
      phoneNumber: textOf(body?.phoneNumber),
      networkCode: '99999',
      text: textOf(body?.text),
    };
    const send = () => sendWebhookForm(ussdUrl, fields).catch(() => ({ ok: false, text: '' }));
    const [first] = await Promise.all(body?.twice === true ? [send(), send()] : [send()]);
    const [, kind, text] = /^(CON|END) ([\s\S]*)$/.exec(first?.text ?? '') ?? [];
    return first?.ok && kind ? { kind, text } : { kind: 'END', text: OPERATOR_ERROR };
  });

  scope.post<{ Body: Dialled | null }>('/telephone/hang-up', async ({ body }) => {
    await sendWebhookForm(ussdUrl, {
      date: clock().toISOString().slice(0, 19).replace('T', ' '),
      sessionId: textOf(body?.sessionId),
      serviceCode: code,
      networkCode: '99999',
      phoneNumber: textOf(body?.phoneNumber),
      status: 'Incomplete',
      cost: 'NGN 0.0000',
      input: textOf(body?.text),
    }).catch(() => null);
    return { done: true };
  });

  scope.post<{ Body: { readonly from?: unknown; readonly text?: unknown } | null }>(
    '/telephone/sms',
    async ({ body }) => {
      const sent = await sendWebhookForm(textUrl, {
        from: textOf(body?.from),
        to: '34567',
        text: textOf(body?.text),
        date: clock().toISOString().slice(0, 19).replace('T', ' '),
        id: newId(),
        linkId: '',
        networkCode: '99999',
      }).catch(() => ({ ok: false, text: '' }));
      return { text: sent.ok ? 'Sent.' : 'The portal did not take the text.' };
    },
  );
}
