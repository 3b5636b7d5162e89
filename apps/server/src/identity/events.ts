import type { LanguageCode } from '@portal/contract/messaging/notices';
import type { Mail } from '@portal/kernel/mail';
import { domainEvent } from '../platform/events/domain-events.ts';

/**
 * A customer has registered; their device and session are known. `referralCode` is the one they
 * came with, valid or not.
 */
export const accountRegistered = domainEvent<{
  readonly userId: number;
  readonly language: LanguageCode;
  readonly referralCode: string | null;
  readonly now: Date;
}>('account.registered');

/** A mail about an account is in the outbox. */
export const accountMailComposed = domainEvent<Mail>('account-mail.composed');

/** The data of an account have changed, or whether it is disabled. */
export const accountChanged = domainEvent<{
  readonly userId: number;
  readonly change: 'updated' | 'disabled' | 'enabled';
}>('account.changed');
