import * as z from 'zod/mini';

/** The states of a message in the order in which it passes through them; `failed` ends it anywhere before `delivered`. */
const ORDER = ['queued', 'unknown', 'accepted', 'sent', 'delivered', 'read'] as const;

export type SendState = (typeof ORDER)[number] | 'failed';

/** What WhatsApp says of a message of ours. `reference`: what we sent along, absent in old webhooks. */
export type MessageStatus = {
  readonly wamid: string;
  readonly reference: string | null;
  readonly state: 'sent' | 'delivered' | 'read' | 'failed';
  readonly errorCode: number | null;
  readonly at: Date | null;
};

const shape = z.looseObject({
  status: z.looseObject({
    id: z.string(),
    status: z.string(),
    timestamp: z.optional(z.unknown()),
    biz_opaque_callback_data: z.optional(z.nullable(z.string())),
    errors: z.optional(z.array(z.looseObject({ code: z.number() }))),
  }),
});

const STATES: Readonly<Record<string, MessageStatus['state']>> = {
  sent: 'sent',
  delivered: 'delivered',
  read: 'read',
  // Somebody has listened to it.
  played: 'read',
  failed: 'failed',
};

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Reads a stored status; null when nothing can be made of it, such as a kind that is new. */
export function readStatus(stored: unknown): MessageStatus | null {
  const read = z.safeParse(shape, stored);
  if (!read.success) return null;
  const { id: wamid, status, timestamp, biz_opaque_callback_data: reference, errors = [] } = read.data.status;
  const state = STATES[status];
  if (state === undefined) return null;
  const at = Number(timestamp) * 1000;
  return {
    wamid,
    reference: reference && UUID.test(reference) ? reference : null,
    state,
    errorCode: state === 'failed' ? (errors[0]?.code ?? 0) : null,
    at: Number.isSafeInteger(at) && at > 0 ? new Date(at) : null,
  };
}

/** The states from which a message may go to another: it never goes back, whatever comes late. */
export function statesBefore(next: SendState): readonly SendState[] {
  if (next === 'failed') return ['queued', 'unknown', 'accepted', 'sent'];
  return ORDER.slice(0, ORDER.indexOf(next));
}
