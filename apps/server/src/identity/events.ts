import type { IdentityApprovalKind, IdentityApprovalState } from '@portal/contract/identity/identity-approvals';
import type { LanguageCode } from '@portal/contract/messaging/notices';
import type { Mail } from '@portal/kernel/messaging/mail';
import type { Notice } from '@portal/kernel/messaging/notices/notice';
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

/** A notice about an account, once for each key. */
export const accountNoticeComposed = domainEvent<Notice & { readonly key: string }>('account-notice.composed');

/** Staff have said in which language a customer is written to. */
export const languageCorrected = domainEvent<{
  readonly userId: number;
  readonly language: LanguageCode;
  readonly now: Date;
}>('language.corrected');

/** The data of an account have changed, or whether it is disabled. */
export const accountChanged = domainEvent<{
  readonly userId: number;
  readonly change: 'updated' | 'disabled' | 'enabled';
}>('account.changed');

/** A person's copy of their data can be downloaded until then. */
export const dataExportReady = domainEvent<{
  readonly userId: number;
  readonly exportId: string;
  readonly until: Date;
}>('data-export.ready');

/** A person wants to be deleted; `accountIds` end with them. */
export const deletionRequested = domainEvent<{
  readonly userId: number;
  readonly accountIds: readonly number[];
  readonly deletionId: string;
  readonly dueAt: Date;
}>('deletion.requested');

/** A person stays. */
export const deletionWithdrawn = domainEvent<{ readonly userId: number; readonly deletionId: string }>(
  'deletion.withdrawn',
);

/** What waited for a second member of staff waits no longer: it was confirmed, refused or withdrawn, or its time is over. */
export const identityApprovalEnded = domainEvent<{
  readonly approvalId: string;
  readonly kind: IdentityApprovalKind;
  readonly state: IdentityApprovalState;
  readonly userId: number;
}>('identity-approval.ended');
