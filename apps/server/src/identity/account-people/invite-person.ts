import type { AccountInvitation, InvitationForm } from '@portal/contract/identity/account-people';
import { type Mail, signInName } from '@portal/kernel/messaging/mail';
import type { Database, Transaction } from '../../platform/database/connection.ts';
import type { Viewer, ViewerAccount } from '../../platform/http/authorisation/session-cookie.ts';
import { ApiError } from '../../platform/http/errors/api-error.ts';
import { emailKey } from '../accounts/account.policy.ts';
import { recordAudit } from '../audit/record-audit.ts';
import type { AccountLinks } from '../recovery/create-account-links.ts';
import {
  closeInvitation,
  countPlacesTaken,
  type InvitationRow,
  isInAccount,
  lockAccountPeople,
  replaceInvitation,
} from './account-people.repository.ts';
import type { FindCompanyNames } from './company-names.port.ts';
import { invitationLetter } from './invitation-mail.ts';

/** People and open invitations of one account. */
const MOST_PEOPLE = 50;
const VALID_DAYS = 7;
const DAY_SECONDS = 86_400;

export type AccountPeopleDeps = {
  readonly database: Database;
  readonly links: Pick<AccountLinks, 'createInvitation' | 'invitationHashesOf' | 'takeInvitationTurn'>;
  readonly queueEmail: (tx: Transaction, mail: Mail) => Promise<void>;
  /** Has the account's open pages refetch. */
  readonly publishChange: (id: number) => void;
  readonly findCompanyNames: FindCompanyNames;
};

/** The person who acts, for the account they act for. */
export type Member = Pick<Viewer, 'user'> & { readonly account: ViewerAccount };

export function presentInvitation({ id, email, role, expiresAt }: InvitationRow): AccountInvitation {
  return { id, email, role, expiresAt: expiresAt.toISOString() };
}

/**
 * Mails an invitation that works once, for seven days, and closes an older one to the same mailbox.
 * Throws ApiError account.already-in, account.too-many-people, request.too-many (5 mails a day to one
 * mailbox, 20 from one account).
 */
export async function invitePerson(
  deps: AccountPeopleDeps,
  { user, account }: Member,
  { email, role }: InvitationForm,
): Promise<AccountInvitation> {
  const key = emailKey(email);
  const invitation = await deps.database.transaction(async (tx) => {
    const { number } = await lockAccountPeople(tx, account.id);
    if (await isInAccount(tx, account.id, { emailKey: key })) throw new ApiError('account.already-in');
    await deps.links.takeInvitationTurn(tx, account.id, key);
    const { tokenHash, link } = deps.links.createInvitation();
    const row = await replaceInvitation(tx, {
      accountId: account.id,
      email,
      emailKey: key,
      role,
      tokenHash,
      invitedBy: user.id,
      days: VALID_DAYS,
    });
    // This one is counted, the replaced one is not.
    if ((await countPlacesTaken(tx, account.id)) > MOST_PEOPLE) throw new ApiError('account.too-many-people');
    await recordAudit(tx, {
      actorId: user.id,
      action: 'account.invite',
      subject: `customer:${account.id}`,
      before: null,
      after: { email, role },
    });
    await deps.queueEmail(tx, {
      category: 'account',
      messageKey: `account-invitation:${row.id}`,
      recipient: email,
      usefulSeconds: VALID_DAYS * DAY_SECONDS,
      ...invitationLetter({ number, invitedBy: signInName(user), role }, link),
    });
    return row;
  });
  deps.publishChange(account.id);
  return presentInvitation(invitation);
}

/** Throws ApiError account.invitation-not-found, also for another account's. */
export async function withdrawInvitation(
  deps: AccountPeopleDeps,
  { user, account }: Member,
  id: string,
): Promise<void> {
  await deps.database.transaction(async (tx) => {
    const invitation = await closeInvitation(tx, account.id, id);
    if (!invitation) throw new ApiError('account.invitation-not-found');
    await recordAudit(tx, {
      actorId: user.id,
      action: 'account.withdraw-invitation',
      subject: `customer:${account.id}`,
      before: { email: invitation.email, role: invitation.role },
      after: null,
    });
  });
  deps.publishChange(account.id);
}
