import { createHash } from 'node:crypto';
import * as z from 'zod/mini';

/** One thing that WhatsApp reports, as it is stored; `eventKey` is the same whenever it is reported again. */
export type ReportedEvent = {
  readonly eventKey: string;
  readonly kind: 'message' | 'status' | 'field' | 'unreadable';
  readonly sender: string | null;
  readonly raw: string;
  /** When WhatsApp says that it happened, in Unix seconds; 0 where it does not say. */
  readonly at: number;
};

const thing = z.looseObject({});
const webhook = z.looseObject({
  entry: z.array(
    z.looseObject({
      id: z.optional(z.unknown()),
      time: z.optional(z.unknown()),
      changes: z.array(z.looseObject({ field: z.string(), value: thing })),
    }),
  ),
});
const messages = z.looseObject({
  metadata: z.optional(thing),
  contacts: z.optional(z.array(z.unknown())),
  messages: z.optional(z.array(z.looseObject({ id: z.string() }))),
  statuses: z.optional(z.array(z.looseObject({ id: z.string(), status: z.string() }))),
});

const KEY_BYTES = 256;

function digest(content: string | Buffer): string {
  return createHash('sha256').update(content).digest('hex');
}

/** A key that fits its column, whatever somebody else's id looks like. */
function keyOf(kind: string, ...parts: readonly string[]): string {
  const key = `${kind}:${parts.join(':')}`;
  return /^[\x20-\x7e]+$/.test(key) && key.length <= KEY_BYTES ? key : `${kind}:sha256:${digest(key)}`;
}

function secondsOf(value: unknown): number {
  const seconds = Number(value);
  return Number.isSafeInteger(seconds) && seconds > 0 ? seconds : 0;
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** What somebody calls us by: their number or, where they hide it, WhatsApp's own id of them. */
function senderOf(message: Readonly<Record<string, unknown>>): string | null {
  return (textOf(message.from) || textOf(message.from_user_id)).slice(0, 256) || null;
}

function eventsOfMessages(value: Readonly<Record<string, unknown>>): ReportedEvent[] | null {
  const read = z.safeParse(messages, value);
  if (!read.success) return null;
  const { metadata, contacts = [], messages: received = [], statuses = [] } = read.data;
  return [
    ...received.map((message) => ({
      eventKey: keyOf('message', message.id),
      kind: 'message' as const,
      sender: senderOf(message),
      raw: JSON.stringify({ metadata, contacts, message }),
      at: secondsOf(message.timestamp),
    })),
    ...statuses.map((status) => ({
      eventKey: keyOf('status', status.id, status.status),
      kind: 'status' as const,
      sender: null,
      raw: JSON.stringify({ metadata, status }),
      at: secondsOf(status.timestamp),
    })),
  ];
}

/** Text columns can store neither NUL nor broken UTF-8. */
function storable(raw: string): string {
  return raw.includes('\\u0000') || !raw.isWellFormed() ? `base64:${Buffer.from(raw).toString('base64')}` : raw;
}

/** A webhook of which nothing can be made, in one piece. */
export function unreadableEvent(rawBody: Buffer): ReportedEvent {
  const raw = `base64:${rawBody.toString('base64')}`;
  return { eventKey: keyOf('body', digest(rawBody)), kind: 'unreadable', sender: null, raw, at: 0 };
}

/**
 * A webhook in its parts, in the order in which they happened: each message, each status of a message
 * of ours, and each change of anything else. The same part in two webhooks has the same key. Null for
 * what is no webhook of WhatsApp.
 */
export function splitWebhook(body: unknown): ReportedEvent[] | null {
  const read = z.safeParse(webhook, body);
  if (!read.success) return null;
  const events: ReportedEvent[] = [];
  for (const entry of read.data.entry) {
    for (const { field, value } of entry.changes) {
      const about = field === 'messages' ? eventsOfMessages(value) : null;
      if (about) {
        events.push(...about);
        continue;
      }
      const raw = JSON.stringify({ field, time: entry.time, value });
      events.push({
        eventKey: keyOf('field', digest(raw)),
        kind: 'field',
        sender: null,
        raw,
        at: secondsOf(entry.time),
      });
    }
  }
  return events.map((event) => ({ ...event, raw: storable(event.raw) })).sort((a, b) => a.at - b.at);
}

/** What was stored, parsed again; null where that is not possible. */
export function readStored(raw: string): unknown {
  try {
    const text = raw.startsWith('base64:') ? Buffer.from(raw.slice(7), 'base64').toString('utf8') : raw;
    return JSON.parse(text.replaceAll('\\u0000', ''));
  } catch {
    return null;
  }
}
