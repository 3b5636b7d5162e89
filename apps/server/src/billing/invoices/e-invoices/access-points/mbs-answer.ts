import * as z from 'zod/mini';
import type { OutsideAnswer } from '../../../../platform/outside/http-client.ts';
import type { Registration, Unanswered } from './access-point.port.ts';

const LONGEST_REASON = 300;

/** The bodies of refusals, in the shapes of the authority and of Interswitch. */
const refusal = z.object({
  code: z.nullish(z.union([z.string(), z.number()])),
  errorCode: z.nullish(z.string()),
  errorMessage: z.nullish(z.string()),
  message: z.nullish(z.string()),
  details: z.nullish(z.string()),
  error_description: z.nullish(z.string()),
  error: z.nullish(
    z.union([
      z.string(),
      z.object({
        details: z.nullish(z.string()),
        public_message: z.nullish(z.string()),
        errors: z.nullish(z.array(z.object({ field: z.nullish(z.string()), message: z.nullish(z.string()) }))),
      }),
    ]),
  ),
});

/** What a refusal says. */
type Refusal = {
  readonly status: number;
  /** The most exact sentence of it. */
  readonly message: string;
  /** The field that it names, as "invoice_line[0].hsn_code"; null where it names none. */
  readonly field: string | null;
  readonly isDuplicate: boolean;
  readonly isKeyFault: boolean;
};

/**
 * What the authority says of a number that it has; of Interswitch's two sentences the second also stands
 * in other refusals, so only the first tells.
 */
const DUPLICATE = /^unable to complete this operation at this time|already exists|duplicate irn/i;
/** The authority answers 400 to a wrong key. */
const KEY_FAULT = /unable to validate api key|invalid_token|token is (invalid|expired)/i;
/** What it says where a setting of the operator is wrong, and not the document. */
const OF_SETTINGS = [
  { said: /irn validation failed/i, field: 'irn', setting: 'EINVOICE_SERVICE_ID' },
  { said: /business not found|invalid uuid/i, field: 'business_id', setting: 'EINVOICE_BUSINESS_ID' },
] as const;
const FIELD_PATH = /^(?:invoicerequest\.)?(?:invoice\.)?([a-z][\w.[\]]*)\s+(?:must|is|cannot|should)\b/i;

/** Reads a refusal; null for an answer that is none, such as a page of a proxy. */
function readRefusal(answer: OutsideAnswer): Refusal | null {
  if (answer.kind !== 'answered' || answer.status < 400) return null;
  const body = z.safeParse(refusal, answer.body);
  if (!body.success) return null;
  const { error, details, errorMessage, message, error_description: described } = body.data;
  const inner = typeof error === 'object' && error !== null ? error : null;
  const [first] = inner?.errors ?? [];
  const sentences = [first?.message, inner?.details, details, described, inner?.public_message, errorMessage, message];
  const said = sentences.filter((text): text is string => typeof text === 'string' && text !== '');
  const exact = said[0] ?? `status ${answer.status}`;
  return {
    status: answer.status,
    message: exact.slice(0, LONGEST_REASON),
    field: first?.field ?? FIELD_PATH.exec(exact)?.[1] ?? null,
    isDuplicate: said.some((text) => DUPLICATE.test(text)),
    isKeyFault: answer.status === 401 || answer.status === 403 || said.some((text) => KEY_FAULT.test(text)),
  };
}

/** Refusals of the client's side that mean "later". */
const LATER = new Set([408, 425, 429]);

/** Why an answer says nothing of the document; null where it is a refusal of it. */
export function unansweredBy(answer: OutsideAnswer): Unanswered | null {
  if (answer.kind === 'not-sent') return { kind: 'not-sent', reason: answer.reason };
  if (answer.kind === 'unknown' || answer.kind === 'garbled') return { kind: 'unknown', reason: answer.reason };
  const { status } = answer;
  const said = readRefusal(answer);
  const reason = said?.message ?? `status ${status}, unexpected form`;
  if (said?.isKeyFault) return { kind: 'keys-refused', reason };
  if (LATER.has(status)) return { kind: 'busy', reason };
  // Also "the system is currently offline": the provider may have queued it.
  if (status >= 500 || said === null) return { kind: 'unknown', reason };
  return null;
}

/** The outcome of a registration that was not confirmed. */
export function registrationOf(answer: OutsideAnswer): Registration {
  const unanswered = unansweredBy(answer);
  if (unanswered) return unanswered;
  const said = readRefusal(answer);
  if (!said) return { kind: 'unknown', reason: 'unexpected form' };
  if (said.isDuplicate) return { kind: 'duplicate', reason: said.message };
  const wrong = OF_SETTINGS.find((each) => each.said.test(said.message));
  const hint = wrong ? `: ${wrong.setting} may be another business’s, compare it with the authority’s dashboard` : '';
  return {
    kind: 'refused',
    code: String(said.status),
    field: wrong?.field ?? said.field,
    message: `${said.message}${hint}`,
  };
}
