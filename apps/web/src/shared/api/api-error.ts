import { phrase } from '../i18n/translate.ts';

/**
 * An answer that is not OK. `message` is 'status: body' (specification section 8); `serverMessage`
 * is the server's message for people, empty without one; `errors` has messages by field.
 */
export class ApiError extends Error {
  readonly status: number;
  readonly code: string | undefined;
  readonly serverMessage: string;
  readonly errors: Readonly<Record<string, string>>;
  readonly requestId: string | undefined;
  readonly bodyText: string;

  constructor(status: number, statusText: string, bodyText: string) {
    super(`${status}: ${bodyText || statusText}`);
    this.name = 'ApiError';
    this.status = status;
    this.bodyText = bodyText;
    const body = parseObject(bodyText);
    this.code = textOf(body.code);
    this.serverMessage = textOf(body.message) ?? '';
    this.requestId = textOf(body.requestId);
    this.errors = textFields(body.errors);
  }
}

/** The message without an answer. */
export const UNREACHABLE = phrase('We could not reach the server. Check your connection and try again.');

/**
 * The sentence to show for a failure: the server's own, else `otherwise`, else that no answer came
 * or that something went wrong; never a raw body or exception.
 */
export function messageOf(failure: unknown, otherwise?: string): string {
  if (failure instanceof ApiError && failure.serverMessage) return failure.serverMessage;
  if (otherwise) return otherwise;
  return isUnreachable(failure) ? UNREACHABLE : phrase('Something went wrong. Try again.');
}

/** Whether a call is not for people with this role in the account, or for nobody without one. */
export function isNotTheirs(failure: unknown): failure is ApiError {
  return failure instanceof ApiError && (failure.code === 'account.role' || failure.code === 'account.none');
}

/** Whether a call failed because no answer came. */
export function isUnreachable(failure: unknown): boolean {
  return failure instanceof Error && failure.message === UNREACHABLE;
}

/** Status and reason in a few words for an error state; undefined without an answer. */
export function failureDetail(failure: unknown): string | undefined {
  if (!(failure instanceof ApiError)) return undefined;
  return failure.serverMessage ? `${failure.status}: ${failure.serverMessage}` : String(failure.status);
}

function parseObject(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : {};
  } catch {
    return {};
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

function textFields(value: unknown): Record<string, string> {
  if (!isObject(value)) return {};
  return Object.fromEntries(
    Object.entries(value).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );
}
