import type { onRequestHookHandler } from 'fastify';
import { ApiError } from '../api-error.ts';

const COME_BACK_AFTER_S = 2;

/**
 * Lets at most `most` requests be in work at once, whoever's they are, so that a stall of the database or a flood from everywhere ends in quick
 * refusals (service.unavailable) and not in a process without memory (threats E13). A place is free again when the answer is sent or its reader gone.
 */
export function limitConcurrency(most: number): onRequestHookHandler {
  let taken = 0;
  const leave = (): void => {
    taken--;
  };
  return (_request, reply, done) => {
    if (taken >= most) throw new ApiError('service.unavailable', { retryAfterSeconds: COME_BACK_AFTER_S });
    taken++;
    // Fastify's own hooks hear nothing of an answer that nobody waits for any more.
    reply.raw.on('close', leave);
    done();
  };
}
