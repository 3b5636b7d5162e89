import type { Mail } from '@portal/kernel/messaging/mail';
import type { MessageDescriptor } from '@portal/kernel/messaging/message-descriptor';
import type { Transaction } from '../../platform/database/connection.ts';
import type { OpenSession } from '../simultaneous-use/simultaneous-use.policy.ts';

/** A session that has begun, or goes on after it had timed out. */
export type ReturningSession = OpenSession & { readonly lineId: number };

/** Those among sessions that packets have changed which come up, and all of them as they are after that. */
export type CountedSessions = {
  readonly returning: readonly ReturningSession[];
  readonly changed: readonly (OpenSession & { readonly lineId: number | null; readonly endedAt: Date | null })[];
};

/**
 * Queues actions for sessions whose line was closed, or changed, while they were unknown, or that are
 * more than their line may have. Part of the transaction that counts, before it stores the sessions and adds to
 * months.
 */
export type NotifyRestoredService = (tx: Transaction, sessions: CountedSessions, now: Date) => Promise<void>;

/** The dependencies of usage; it takes part in the transaction that counts. */
export type AlertDependencies = {
  /** The origin that customers use. */
  readonly origin: string;
  readonly queueEmail: (tx: Transaction, mail: Mail) => Promise<void>;
  readonly queueSms: (
    tx: Transaction,
    sms: {
      readonly userId: number;
      readonly messageKey: string;
      readonly recipient: string;
      readonly text: MessageDescriptor;
      readonly usefulSeconds: number;
    },
  ) => Promise<unknown>;
  /** Whether the customer wants service updates (specification section 2, Notifications). */
  readonly wantsServiceUpdates: (tx: Transaction, userId: number) => Promise<boolean>;
};
