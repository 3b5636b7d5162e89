import type { LanguageCode } from '@portal/contract/messaging/notices';
import type { Mail } from '@portal/kernel/mail';
import { domainEvent } from '../platform/events/domain-events.ts';

/** A customer has opened an account; their device and session are known. `referralCode` is what they came with, whoever's it is. */
export const accountRegistered = domainEvent<{
  readonly userId: number;
  readonly language: LanguageCode;
  readonly referralCode: string | null;
  readonly now: Date;
}>('account.registered');

/** A mail about an account is written and waits to be sent. */
export const accountMailComposed = domainEvent<Mail>('account-mail.composed');
