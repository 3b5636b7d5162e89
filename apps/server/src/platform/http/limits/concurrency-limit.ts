import type { FastifyReply, onRequestHookHandler, preParsingHookHandler, preValidationHookHandler } from 'fastify';
import { ApiError } from '../errors/api-error.ts';

const RETRY_AFTER_S = 2;

/** The hooks of a call that needs a slot. */
export type ConcurrencyLimit = {
  /** Throws service.unavailable when no slot is free. */
  readonly acquire: onRequestHookHandler;
  /** Before the body is read: whoever sends it slowly must not keep others out (threat P8). */
  readonly release: preParsingHookHandler;
  /** Once the body is there. Throws service.unavailable when no slot is free. */
  readonly reacquire: preValidationHookHandler;
};

/**
 * Processes at most `most` requests at once, so that a stalled database or a flood ends in quick
 * refusals (service.unavailable) and not in a process without memory (threats E13). A slot is free
 * again when the answer is sent or its client has disconnected.
 */
export function limitConcurrency(most: number): ConcurrencyLimit {
  const holders = new Set<FastifyReply['raw']>();
  const hold = ({ raw }: FastifyReply): void => {
    if (holders.size >= most) throw new ApiError('service.unavailable', { retryAfterSeconds: RETRY_AFTER_S });
    holders.add(raw);
  };
  return {
    acquire: (_request, reply, done) => {
      hold(reply);
      // Fastify's own hooks are not called for an answer whose client has disconnected.
      reply.raw.on('close', () => holders.delete(reply.raw));
      done();
    },
    release: (_request, reply, payload, done) => {
      holders.delete(reply.raw);
      done(null, payload);
    },
    reacquire: (_request, reply, done) => {
      if (!reply.raw.closed) hold(reply);
      done();
    },
  };
}
