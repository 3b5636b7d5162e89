import type { IncomingMessage } from 'node:http';
import type { ErrorCode } from '@portal/contract/platform/error-codes';
import type { Clock } from '@portal/kernel/clock';
import { hmacOf } from '../crypto/hmac.ts';
import type { Database } from '../database/connection.ts';
import { eventOf } from './security-event.policy.ts';
import { insertSecurityEvents, type NewSecurityEvent } from './security-event.repository.ts';

declare module 'node:http' {
  interface IncomingMessage {
    /** Who is signed in, or has just signed in. */
    userId?: number;
    /** The code of the error that was answered. */
    errorCode?: ErrorCode;
    clientAddress?: string;
    /** The e-mail with which somebody tried to sign in. */
    claimedEmail?: string;
  }
}

/** Different events that are counted at the same time; a flood of further ones counts as one. */
const MOST_COUNTED = 1000;
const OTHERS = 'others';

export type SecurityEvents = {
  /** Counts an answer where it is a security event. */
  readonly note: (request: IncomingMessage, status: number) => void;
  /** Stores what was counted. What cannot be stored is counted on. */
  readonly flush: () => Promise<void>;
};

/**
 * Counts security events in memory, so that a flood costs a row a minute and not a row an attempt. At
 * most a minute of them is lost with the process; what was changed is in the audit log, of which nothing
 * is. `hashKey` keys the HMACs that stand for addresses and e-mails.
 */
export function createSecurityEvents(deps: {
  readonly database: Database;
  readonly clock: Clock;
  readonly hashKey: string;
}): SecurityEvents {
  let counted = new Map<string, NewSecurityEvent>();
  const nameless = (text: string) => hmacOf(deps.hashKey, 'security-event', text).toString('hex').slice(0, 16);

  const actorOf = ({ userId, apiKey, gateway, claimedEmail }: IncomingMessage): string => {
    if (apiKey !== undefined) return `key:${apiKey.id}`;
    if (userId !== undefined) return `user:${userId}`;
    if (gateway !== undefined) return `gateway:${gateway}`;
    return claimedEmail === undefined ? 'visitor' : `email:${nameless(claimedEmail.trim().toLowerCase())}`;
  };

  const add = (event: NewSecurityEvent): void => {
    const key = JSON.stringify([event.event, event.actor, event.source, event.detail]);
    const known = counted.get(key);
    if (known) {
      counted.set(key, { ...known, count: known.count + event.count, lastAt: event.lastAt });
    } else if (counted.size < MOST_COUNTED || event.actor === OTHERS) counted.set(key, event);
    else add({ ...event, actor: OTHERS, source: null, detail: '' });
  };

  return {
    note: (request, status) => {
      const { method = '', route, errorCode: code, headers, clientAddress } = request;
      const hasKey = headers.authorization !== undefined;
      const event = eventOf({ method, route, status, code, hasKey });
      if (event === null) return;
      const now = deps.clock();
      add({
        event,
        actor: actorOf(request),
        source: clientAddress === undefined ? null : nameless(clientAddress),
        detail: `${method} ${route ?? ''}${code === undefined ? '' : ` ${code}`}`.slice(0, 200),
        count: 1,
        firstAt: now,
        lastAt: now,
      });
    },
    flush: async () => {
      if (counted.size === 0) return;
      const stored = counted;
      counted = new Map();
      try {
        await insertSecurityEvents(deps.database, [...stored.values()]);
      } catch (error) {
        for (const event of stored.values()) add(event);
        throw error;
      }
    },
  };
}
