import type { SignInOutcome, SignInWay } from '@portal/contract/identity/sign-in-help';
import type { Clock } from '@portal/kernel/clock';
import { addressPrefix } from '@portal/kernel/network-address';
import type { FastifyBaseLogger, FastifyRequest } from 'fastify';
import type { Database } from '../../platform/database/connection.ts';
import { describeDevice } from '../sessions/describe-device.ts';
import { insertSignInRecords } from './sign-in-record.repository.ts';

/** What waits to be written; what is more than that is lost, since sign-ins go on whatever becomes of it. */
const MOST_WAITING = 2000;

export type NotedSignIn = {
  /** Whose it is: a person, or whoever has the address under this key. */
  readonly of: { readonly userId: number } | { readonly emailKey: string };
  readonly way: SignInWay;
  readonly outcome: SignInOutcome;
  /** Whether the browser had signed in to the account before. */
  readonly knownDevice?: boolean;
  /** Under which the failures of the device are counted. */
  readonly throttleKey?: string;
};

type Waiting = NotedSignIn & { readonly at: Date; readonly address: string; readonly userAgent: string };

export type SignInRecorder = {
  /** Keeps in memory how a sign-in ended. Never throws, and waits for nothing. */
  readonly note: (signIn: NotedSignIn, request: Pick<FastifyRequest, 'ip' | 'headers'>) => void;
  /** Writes what was kept. What cannot be written is kept on, within bounds. */
  readonly flush: () => Promise<void>;
};

/**
 * Writes how sign-ins ended, many with one statement and after they were answered: none becomes dearer by
 * it, or fails. A few seconds of them are lost with the process.
 */
export function createSignInRecorder(deps: {
  readonly database: Database;
  readonly clock: Clock;
  readonly logger: Pick<FastifyBaseLogger, 'warn'>;
}): SignInRecorder {
  let waiting: Waiting[] = [];
  let lost = 0;

  return {
    note: (signIn, { ip: address, headers }) => {
      if (waiting.length >= MOST_WAITING) lost++;
      else waiting.push({ ...signIn, at: deps.clock(), address, userAgent: headers['user-agent'] ?? '' });
    },
    flush: async () => {
      if (lost > 0) deps.logger.warn({ lost }, 'sign-ins were not noted, there were too many at once');
      lost = 0;
      if (waiting.length === 0) return;
      const written = waiting;
      waiting = [];
      try {
        await insertSignInRecords(
          deps.database,
          written.map(({ of, at, way, outcome, knownDevice = false, throttleKey = null, address, userAgent }) => ({
            userId: 'userId' in of ? of.userId : null,
            emailKey: 'emailKey' in of ? of.emailKey : null,
            at,
            way,
            outcome,
            knownDevice,
            throttleKey,
            device: describeDevice(userAgent),
            addressPrefix: addressPrefix(address),
          })),
        );
      } catch (error) {
        waiting = [...written, ...waiting].slice(0, MOST_WAITING);
        throw error;
      }
    },
  };
}
