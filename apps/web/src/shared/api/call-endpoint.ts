import type { Endpoint } from '@portal/contract/platform/endpoint';
import type { ZodMiniType, z } from 'zod/mini';
import { serverAnswered } from '../offline/connection.ts';
import { chosenLine } from '../session/chosen-line.ts';
import { ApiError, UNREACHABLE } from './api-error.ts';
import { requestProof } from './proof-required.ts';
import { notifySessionEnded } from './session-ended.ts';
import { renewing, watchRenewal } from './session-renewal.ts';

type InputOf<Schema> = Schema extends ZodMiniType ? z.input<Schema> : undefined;

type Part<Key extends string, Schema> = Schema extends ZodMiniType
  ? { [K in Key]: z.input<Schema> }
  : { [K in Key]?: undefined };

/**
 * The arguments of a call, by the contract entry: `body`, `params` and `query` where it has them.
 * `onHeaders` gets the headers of the answer.
 */
export type CallInput<E extends Endpoint> = Part<'body', E['body']> &
  Part<'params', E['params']> &
  Part<'query', E['query']> & { readonly onHeaders?: (headers: Headers) => void };

export type Answer<E extends Endpoint> = E['answer'] extends ZodMiniType ? z.output<E['answer']> : string;

type Arguments<E extends Endpoint> = InputOf<E['body']> | InputOf<E['params']> | InputOf<E['query']> extends undefined
  ? [input?: CallInput<E>]
  : [input: CallInput<E>];

/**
 * Calls one endpoint of the contract with the session cookie and returns its answer, validated by
 * the contract. Throws ApiError for any answer that is not OK, and an Error with a message for
 * people without an answer. A 401 of a call that needs a session ends the session in this browser
 * at once, unless the call was sent with a cookie that was being replaced: then it is sent again. A
 * call that needs a fresh proof asks for it and is sent again, once.
 */
export async function callEndpoint<E extends Endpoint>(endpoint: E, ...[input]: Arguments<E>): Promise<Answer<E>> {
  const line = endpoint.ofLine ? chosenLine() : null;
  const body = input?.body;
  const send = () =>
    request(addressOf(endpoint, line ? { ...input, query: { ...(input?.query as object), line } } : input), {
      method: endpoint.method,
      credentials: 'same-origin',
      headers: { accept: 'application/json', ...(body !== undefined && { 'content-type': 'application/json' }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
  const renewed = watchRenewal();
  let response = await (endpoint.renewsSession ? renewing(send()) : send());
  if (response.status === 401 && !endpoint.renewsSession && (await renewed())) response = await send();
  let text = await response.text();
  if (text.includes('"session.proof-required"') && (await requestProof())) {
    response = await send();
    text = await response.text();
  }
  input?.onHeaders?.(response.headers);
  return answerOf(endpoint, response, text);
}

/**
 * The server's answer, validated by the contract. Throws ApiError for one that is not OK; a 401
 * ends the session as above.
 */
export function answerOf<E extends Endpoint>(
  endpoint: E,
  response: Pick<Response, 'status' | 'statusText'>,
  bodyText: string,
): Answer<E> {
  if (response.status < 200 || response.status > 299) {
    if (response.status === 401 && endpoint.access !== 'anyone') notifySessionEnded();
    throw new ApiError(response.status, response.statusText, bodyText);
  }
  if (endpoint.answer === null) return bodyText as Answer<E>;
  return endpoint.answer.parse(JSON.parse(bodyText)) as Answer<E>;
}

async function request(url: string, init: RequestInit): Promise<Response> {
  try {
    const response = await fetch(url, init);
    serverAnswered();
    return response;
  } catch (failure) {
    throw new Error(UNREACHABLE, { cause: failure });
  }
}

/** Path and query of a call. */
export function addressOf(
  { path }: Pick<Endpoint, 'path'>,
  input: { readonly params?: unknown; readonly query?: unknown } | undefined,
): string {
  const values = new Map(Object.entries(input?.params ?? {}));
  const filled = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(values.get(name) ?? '')));
  const given = Object.entries(input?.query ?? {}).filter(([, value]) => value !== undefined);
  const search = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString();
  return search ? `${filled}?${search}` : filled;
}
