import type { Mail } from '@portal/kernel/messaging/mail';
import type { MessageDescriptor } from '@portal/kernel/messaging/message-descriptor';
import type { Transaction } from '../../platform/database/connection.ts';

/** A session that has begun, or goes on after it had timed out. */
export type ReturningSession = {
  readonly lineId: number;
  /** As the access server spells it. */
  readonly username: string;
  readonly nas: string;
  readonly sessionId: string;
  readonly framedAddress: string | null;
  readonly startedAt: Date;
};

/**
 * Queues actions for sessions whose line was closed, or changed, while they were unknown. Part of
 * the transaction that counts, before it adds to months.
 */
export type NotifyRestoredService = (
  tx: Transaction,
  sessions: readonly ReturningSession[],
  now: Date,
) => Promise<void>;

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
