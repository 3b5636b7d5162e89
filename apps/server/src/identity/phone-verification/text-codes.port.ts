import type { MessageDescriptor } from '@portal/kernel/messaging/message-descriptor';
import type { Transaction } from '../../platform/database/connection.ts';

/** Sends codes by SMS; messaging implements it. */
export type TextCodes = {
  /** False where a text could not be delivered: no provider, and no outbox page. */
  readonly canReachPhones: boolean;
  /**
   * Stores a text; returns a function that sends it after the commit (true when the provider
   * accepted it), or null where the outbox page shows it.
   */
  readonly queueSms: (
    tx: Transaction,
    sms: {
      readonly userId: number;
      readonly messageKey: string;
      readonly recipient: string;
      readonly text: MessageDescriptor;
      readonly usefulSeconds: number;
    },
  ) => Promise<(() => Promise<boolean>) | null>;
  /** Cancels a text that is not sent yet. */
  readonly withdrawSms: (tx: Transaction, messageKey: string) => Promise<void>;
};
