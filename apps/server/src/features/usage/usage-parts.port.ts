import type { Mail } from '@portal/kernel/mail';
import type { Transaction } from '../../database/connection.ts';

/** What usage needs of others; it takes part in the transaction that counts. */
export type AlertParts = {
  /** The origin customers use. */
  readonly origin: string;
  readonly queueEmail: (tx: Transaction, mail: Mail) => Promise<void>;
  readonly queueSms: (
    tx: Transaction,
    sms: {
      readonly messageKey: string;
      readonly recipient: string;
      readonly text: string;
      readonly usefulSeconds: number;
    },
  ) => Promise<unknown>;
  /** Whether the customer wants to be told of their service (specification section 2, Notifications). */
  readonly wantsServiceUpdates: (tx: Transaction, userId: number) => Promise<boolean>;
};
