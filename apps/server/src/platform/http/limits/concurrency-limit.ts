import type { onRequestHookHandler } from 'fastify';
import { ApiError } from '../api-error.ts';

const COME_BACK_AFTER_S = 2;

/**
 * Processes at most `most` requests at once, so that a stalled database or a flood ends in quick
 * refusals (service.unavailable) and not in a process without memory (threats E13). A slot is free
 * again when the answer is sent or its client has disconnected.
 */
export function limitConcurrency(most: number): onRequestHookHandler {
  let taken = 0;
  const leave = (): void => {
    taken--;
  };
  return (_request, reply, done) => {
    if (taken >= most) throw new ApiError('service.unavailable', { retryAfterSeconds: COME_BACK_AFTER_S });
    taken++;
    // Fastify's own hooks are not called for an answer whose client has disconnected.
    reply.raw.on('close', leave);
    done();
  };
}
