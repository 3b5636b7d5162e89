import type { Mail } from '@portal/kernel/messaging/mail';
import type { MessageDescriptor } from '@portal/kernel/messaging/message-descriptor';
import type { Transaction } from '../../platform/database/connection.ts';

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
