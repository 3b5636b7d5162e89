import type { ErrorAnswer } from '@portal/contract/error-answer';
import type { ErrorCode } from '@portal/contract/platform/error-codes';
import { SumTooLarge } from '@portal/kernel/money';
import type { FastifyBaseLogger, FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isDatabaseOutOfReach, isSumTooLarge } from '../../database/connection.ts';
import { ApiError } from './api-error.ts';

/** Retry-After in seconds where the error does not say it: what is unavailable is back soon. */
const SHORTEST_WAITS_S: Readonly<Record<number, number>> = { 429: 5, 503: 2 };

/** Fastify's own errors, with our messages. */
const frameworkRefusals: Record<string, ErrorCode> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'request.unsupported-media',
  FST_ERR_CTP_BODY_TOO_LARGE: 'request.too-large',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'request.malformed',
  FST_ERR_BAD_URL: 'request.not-found',
  FST_ERR_ASYNC_CONSTRAINT: 'request.malformed',
};

/** A file could not be written: the disk, or its share of it, is full. */
const NO_SPACE = new Set(['ENOSPC', 'EDQUOT']);

function asRefusal(error: FastifyError): ApiError | null {
  if (error instanceof ApiError) return error;
  const known = frameworkRefusals[error.code];
  if (known) return new ApiError(known);
  // Before the connections of our own: a client that hangs up in its body is an ECONNRESET, too.
  if (error.statusCode !== undefined && error.statusCode >= 400 && error.statusCode < 500) {
    return new ApiError('request.malformed');
  }
  if (error instanceof SumTooLarge || isSumTooLarge(error)) return new ApiError('request.sum-too-large');
  if (isDatabaseOutOfReach(error) || NO_SPACE.has(error.code))
    return new ApiError('service.unavailable', { retryAfterSeconds: 2 });
  return null;
}

/** The e-mail of a sign-in; null in any other body. */
function emailIn(body: unknown): string | null {
  if (typeof body !== 'object' || body === null || !('email' in body)) return null;
  return typeof body.email === 'string' ? body.email : null;
}

/** Sends an error in the one shape that every error has (interfaces, Answers). */
export function sendApiError(request: FastifyRequest, reply: FastifyReply, refusal: ApiError): FastifyReply {
  // A request that a scope refuses has not reached its route.
  request.raw.route ??= request.routeOptions.url;
  request.raw.errorCode = refusal.code;
  request.raw.clientAddress = request.ip;
  const { errors, quote, allowed, newerEntries, retryAfterSeconds } = refusal.extras;
  const body: ErrorAnswer = { success: false, message: refusal.message, code: refusal.code, requestId: request.id };
  if (errors) body.errors = errors;
  if (quote) body.quote = quote;
  if (allowed) body.allowed = allowed;
  if (newerEntries) body.newerEntries = [...newerEntries];
  const shortest = SHORTEST_WAITS_S[refusal.status];
  if (shortest !== undefined) reply.header('retry-after', String(retryAfterSeconds ?? shortest));
  return reply
    .code(refusal.status)
    .header('cache-control', 'no-store')
    .header('content-type', 'application/json; charset=utf-8')
    .send(JSON.stringify(body));
}

/**
 * Turns ApiErrors into their answers and everything unexpected into a plain 500 whose reason is
 * only in the log.
 */
export function registerErrorHandler(app: FastifyInstance, log: Pick<FastifyBaseLogger, 'warn' | 'error'>): void {
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const refusal = asRefusal(error);
    if (refusal) {
      if (refusal.code === 'account.bad-credentials' || refusal.code === 'request.too-many') {
        const email = emailIn(request.body);
        if (email !== null) request.raw.claimedEmail = email;
      }
      if (refusal.status >= 500) log.warn({ err: error, requestId: request.id }, 'out of reach');
      return sendApiError(request, reply, refusal);
    }
    log.error({ err: error, requestId: request.id }, 'defect');
    const body = {
      success: false,
      message: 'Something went wrong on our side.',
      code: 'defect',
      requestId: request.id,
    };
    return reply.code(500).header('cache-control', 'no-store').type('application/json').send(JSON.stringify(body));
  });
}
