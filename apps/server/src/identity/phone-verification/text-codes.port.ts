import type { MessageDescriptor } from '@portal/kernel/message-descriptor';
import type { Transaction } from '../../platform/database/connection.ts';

/** How codes reach telephones; messaging implements it. */
export type TextCodes = {
  /** False where a text would reach nobody: no provider, and no outbox that people can open. */
  readonly canReachPhones: boolean;
  /** Stores a text; answers with what delivers it after the commit (true when the provider took it), or null where people read the outbox instead. */
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
  /** A text that is not delivered yet no longer needs to be. */
  readonly withdrawSms: (tx: Transaction, messageKey: string) => Promise<void>;
};
