import * as z from 'zod/mini';
import { parseOutsideJson } from '../../platform/outside/http-client.ts';
import type { SmsProvider } from '../../platform/outside/sms-sender.ts';

export type InboundText = {
  readonly provider: SmsProvider;
  /** The provider's own id of the text. */
  readonly providerId: string;
  readonly sender: string;
  readonly text: string;
};

const id = z.union([z.string().check(z.minLength(1)), z.number()]);
const termii = z.object({
  type: z.optional(z.string()),
  message_id: z.nullish(id),
  id: z.nullish(id),
  sender: z.nullish(z.union([z.string(), z.number()])),
  message: z.nullish(z.string()),
});

/** Longer than several texts joined together: what is more is not read. */
const LONGEST_TEXT = 1000;
const LONGEST_ID = 100;
const LONGEST_SENDER = 40;

/** A database stores no NUL. */
const storable = (value: unknown): string => String(value).replaceAll('\0', '');

function textOf(provider: SmsProvider, providerId: unknown, sender: unknown, text: string): InboundText | null {
  const key = providerId === null || providerId === undefined ? '' : storable(providerId);
  if (key === '' || key.length > LONGEST_ID || sender === null || sender === undefined) return null;
  return {
    provider,
    providerId: key,
    sender: storable(sender).trim().slice(0, LONGEST_SENDER),
    text: storable(text).slice(0, LONGEST_TEXT),
  };
}

/** Whose form a body is: Termii sends JSON, Africa's Talking a form. */
export function providerOf(rawBody: Buffer): SmsProvider {
  return rawBody.toString('utf8').trimStart().startsWith('{') ? 'termii' : 'africas-talking';
}

/**
 * A text as its provider reports it; `report` for a delivery report, which Termii sends to the same
 * address; null for what cannot be read. Sources: https://developers.africastalking.com/docs/sms/notifications,
 * https://developer.termii.com/incoming.
 */
export function readInboundText(rawBody: Buffer): InboundText | 'report' | null {
  const body = rawBody.toString('utf8');
  if (providerOf(rawBody) === 'africas-talking') {
    const form = new URLSearchParams(body);
    if (form.get('text') === null && form.get('status') !== null) return 'report';
    return textOf('africas-talking', form.get('id'), form.get('from'), form.get('text') ?? '');
  }
  try {
    const { success, data } = z.safeParse(termii, parseOutsideJson(body));
    if (!success) return null;
    if (data.type !== undefined && data.type !== 'inbound') return 'report';
    return textOf('termii', data.id ?? data.message_id, data.sender, data.message ?? '');
  } catch {
    return null;
  }
}
