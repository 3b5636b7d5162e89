import { type Kobo, toKobo } from '@portal/kernel/money';
import * as z from 'zod/mini';
import type { OutsideAnswer } from '../../../platform/outside/http-client.ts';
import type { ChargeAnswer, Finding, Opening, RefundState } from './gateway.port.ts';

/** Whole kobo, as a number or its text. */
export const koboAmount = z.pipe(
  z.coerce.number().check(z.int(), z.minimum(0)),
  z.transform((value): Kobo => toKobo(value)),
);

/** Whole kobo of either sign; nothing is zero. */
export const signedKobo = z.pipe(
  z.nullish(z.coerce.number().check(z.int())),
  z.transform((value): Kobo => toKobo(value ?? 0)),
);

/** Naira of either sign, to the nearest whole kobo; nothing is zero. */
export const signedNaira = z.pipe(
  z.nullish(z.coerce.number().check(z.minimum(-1e12), z.maximum(1e12))),
  z.transform((naira): Kobo => toKobo(Math.round((naira ?? 0) * 100))),
);

/** Naira, as a number or its text, to the nearest whole kobo. */
export const nairaAmount = z.pipe(
  z.coerce.number().check(z.minimum(0), z.maximum(1e12)),
  z.transform((naira): Kobo => toKobo(Math.round(naira * 100))),
);

/**
 * An id of the vendor's, as text whether it is sent as number or text: it may be too large for a
 * number.
 */
export const idText = z.pipe(z.union([z.string(), z.number()]), z.transform(String));

/** An answer in the vendor's form, or the reason why it is unusable. */
export type Reading<T> =
  | { readonly kind: 'read'; readonly status: number; readonly body: T }
  | { readonly kind: 'unread'; readonly reason: string };

/** Checks an answer of any status against the vendor's form. */
export function readAnswer<S extends z.ZodMiniType>(answer: OutsideAnswer, form: S): Reading<z.infer<S>> {
  if (answer.kind !== 'answered') return { kind: 'unread', reason: answer.reason };
  const result = z.safeParse(form, answer.body);
  if (!result.success) return { kind: 'unread', reason: `status ${answer.status}, unexpected form` };
  return { kind: 'read', status: answer.status, body: result.data };
}

/** Client errors that mean "later", not "no". */
const TRY_LATER = new Set([408, 425, 429]);

function isRefusalStatus(status: number): boolean {
  return status >= 400 && status < 500 && !TRY_LATER.has(status);
}

const spokenRefusal = z.object({ message: z.string() });

/**
 * The vendor's message about a refusal, shortened for our records; null when the answer has none.
 */
export function refusalReason(answer: OutsideAnswer): string | null {
  if (answer.kind !== 'answered' || !isRefusalStatus(answer.status)) return null;
  const body = z.safeParse(spokenRefusal, answer.body);
  return `status ${answer.status}${body.success ? `: ${body.data.message.slice(0, 200)}` : ''}`;
}

/**
 * The answer to a key of ours that the gateway rejects, or that lacks the permission: it says
 * nothing about the card or payment.
 */
const KEY_REFUSED = new Set([401, 403]);

function isKeyRejected(answer: OutsideAnswer): boolean {
  return 'status' in answer && KEY_REFUSED.has(answer.status);
}

/** A confirm call without a usable answer; ours is the fault when the vendor rejects our key. */
export function unknownFinding(answer: OutsideAnswer, reason: string): Finding {
  return { kind: 'unknown', reason, ...(isKeyRejected(answer) ? { isOurs: true } : {}) };
}

/** Whether a refusal says that the reference was sent before. */
function isRepeatRefusal(reason: string): boolean {
  return /duplicate|already exist/i.test(reason);
}

/** The month of a card's expiry as "2028-08"; null for an invalid one. */
export function monthOf(year: string, month: string): string | null {
  const text = `${year}-${month.padStart(2, '0')}`;
  return /^20\d\d-(0[1-9]|1[0-2])$/.test(text) ? text : null;
}

/** See PaidCard: all gateways report the first six digits. */
export function cardFingerprint(first: string | null, last: string | null, expiry: string | null): string | null {
  const isWhole = /^\d{6}/.test(first ?? '') && /^\d{4}$/.test(last ?? '') && expiry !== null;
  return isWhole ? `${first?.slice(0, 6)}:${last}:${expiry}` : null;
}

/**
 * The outcome of an initialise call. Only a client error that the vendor itself sent (JSON) is a
 * refusal; after a server error, a timeout, a failed connection or an unexpected form the vendor
 * may have acted.
 */
export function readOpening<S extends z.ZodMiniType>(
  answer: OutsideAnswer,
  form: S,
  toOpened: (body: z.infer<S>) => { readonly url: string; readonly gatewayReference: string | null } | null,
): Opening {
  const refused = refusalReason(answer);
  if (refused !== null) return { kind: 'refused', reason: refused };
  const reading = readAnswer(answer, form);
  if (reading.kind === 'unread') return { kind: 'unknown', reason: reading.reason };
  if (reading.status >= 300) return { kind: 'unknown', reason: `status ${reading.status}` };
  const opened = toOpened(reading.body);
  return opened ? { kind: 'opened', ...opened } : { kind: 'unknown', reason: 'the answer is about another reference' };
}

/**
 * The outcome of requesting a refund: a client error that the vendor itself sent is a refusal;
 * after anything unexpected the vendor may have acted.
 */
export function readRefund<S extends z.ZodMiniType>(
  answer: OutsideAnswer,
  form: S,
  toState: (body: z.infer<S>) => RefundState,
): RefundState {
  const refused = refusalReason(answer);
  if (refused !== null) return { kind: 'refused', reason: refused };
  const reading = readAnswer(answer, form);
  if (reading.kind === 'unread') return { kind: 'unknown', reason: reading.reason };
  return reading.status < 300 ? toState(reading.body) : { kind: 'unknown', reason: `status ${reading.status}` };
}

/**
 * The outcome of charging a saved card; `toConfirmation` finds the link for the customer's
 * approval. Any other answer in the vendor's form only means that the charge was attempted, also
 * where the card was declined; and a reference that the vendor knows already is one of ours that it
 * has received: `confirm` finds the outcome of either.
 */
export function readCharge<S extends z.ZodMiniType>(
  answer: OutsideAnswer,
  form: S,
  toConfirmation: (body: z.infer<S>) => { readonly url: string; readonly gatewayReference: string | null } | null,
): ChargeAnswer {
  if (answer.kind === 'not-sent') return { kind: 'not-sent', reason: answer.reason };
  const refused = refusalReason(answer);
  if (refused !== null && isKeyRejected(answer)) {
    return { kind: 'unauthorized', reason: refused };
  }
  if (refused !== null) return isRepeatRefusal(refused) ? { kind: 'attempted' } : { kind: 'refused', reason: refused };
  const reading = readAnswer(answer, form);
  if (reading.kind === 'unread') return { kind: 'unknown', reason: reading.reason };
  const confirmation = toConfirmation(reading.body);
  return confirmation ? { kind: 'confirmation', ...confirmation } : { kind: 'attempted' };
}
