import { availableParallelism } from 'node:os';
import * as argon2 from '@node-rs/argon2';
import { ApiError } from '../../platform/http/errors/api-error.ts';
import type { IsBreached } from './create-is-breached.ts';
import { createSemaphore } from './create-semaphore.ts';

/** OWASP's first choice for Argon2id; about 8 ms. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
const ANSWERED_TOGETHER = 8;

/**
 * Two more than there are cores, so that none is idle while the main thread answers other requests;
 * libuv has no more threads.
 */
export const CHECKS_AT_ONCE = Math.min(availableParallelism() + 2, 4);

export type Passwords = {
  /**
   * Runs `work`, which may hash, unless too many others are waiting: then throws ApiError
   * service.unavailable before anything is done.
   */
  readonly withPlace: <T>(work: () => Promise<T>) => Promise<T>;
  /** Of the NFC form, so that a password is the same from every keyboard (RFC 8265 section 4.2). */
  readonly hash: (password: string) => Promise<string>;
  /**
   * Verifies what was typed, which older hashes are of, then its NFC form where that differs. Does the
   * same work for a null hash (no account has this address), and returns false.
   */
  readonly verify: (passwordHash: string | null, password: string) => Promise<boolean>;
  readonly isBreached: IsBreached;
};

/**
 * Argon2id in the thread pool, off the event loop: `concurrent` at once and `places` requests
 * hashing or waiting altogether, so that a flood of sign-ins does not slow down the rest of the
 * portal (threats A6).
 */
export function createPasswords(options: {
  readonly concurrent: number;
  readonly places: number;
  /** Where nothing is said, no password is known from a breach. */
  readonly isBreached?: IsBreached;
  /** Replaced in tests that count the work. */
  readonly argon2?: Pick<typeof argon2, 'hash' | 'verify'>;
}): Passwords {
  const { hash, verify } = options.argon2 ?? argon2;
  const inTurn = createSemaphore(options.concurrent, ANSWERED_TOGETHER);
  const decoy = hash('nobody’s password', COST);
  let taken = 0;
  return {
    withPlace: async (work) => {
      if (taken >= options.places) throw new ApiError('service.unavailable', { retryAfterSeconds: 2 });
      taken++;
      try {
        return await work();
      } finally {
        taken--;
      }
    },
    isBreached: options.isBreached ?? (async () => false),
    hash: (password) => inTurn(() => hash(password.normalize('NFC'), COST)),
    verify: async (passwordHash, password) => {
      const expected = passwordHash ?? (await decoy);
      for (const form of new Set([password, password.normalize('NFC')])) {
        if (await inTurn(() => verify(expected, form))) return passwordHash !== null;
      }
      return false;
    },
  };
}
