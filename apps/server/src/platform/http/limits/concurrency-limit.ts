import type { FastifyReply, onRequestHookHandler, preParsingHookHandler, preValidationHookHandler } from 'fastify';
import { ApiError } from '../api-error.ts';

const COME_BACK_AFTER_S = 2;

/** The hooks of a call that takes a place. */
export type Places = {
  /** Throws service.unavailable when none is free. */
  readonly take: onRequestHookHandler;
  /** Before the body is read: whoever sends it slowly must not keep others out (threat P8). */
  readonly giveBack: preParsingHookHandler;
  /** Once the body is there. Throws service.unavailable. */
  readonly takeAgain: preValidationHookHandler;
};

/**
 * Processes at most `most` requests at once, so that a stalled database or a flood ends in quick
 * refusals (service.unavailable) and not in a process without memory (threats E13). A place is free
 * again when the answer is sent or its client has disconnected.
 */
export function limitConcurrency(most: number): Places {
  const taken = new Set<FastifyReply['raw']>();
  const occupy = ({ raw }: FastifyReply): void => {
    if (taken.size >= most) throw new ApiError('service.unavailable', { retryAfterSeconds: COME_BACK_AFTER_S });
    taken.add(raw);
  };
  return {
    take: (_request, reply, done) => {
      occupy(reply);
      // Fastify's own hooks are not called for an answer whose client has disconnected.
      reply.raw.on('close', () => taken.delete(reply.raw));
      done();
    },
    giveBack: (_request, reply, payload, done) => {
      taken.delete(reply.raw);
      done(null, payload);
    },
    takeAgain: (_request, reply, done) => {
      if (!reply.raw.closed) occupy(reply);
      done();
    },
  };
}
