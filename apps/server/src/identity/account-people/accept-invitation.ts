import type { OwnAccount } from '@portal/contract/identity/account-people';
import { signInName } from '@portal/kernel/messaging/mail';
import type { Viewer } from '../../platform/http/authorisation/session-cookie.ts';
import { ApiError } from '../../platform/http/errors/api-error.ts';
import { recordAudit } from '../audit/record-audit.ts';
import {
  chooseAccountOf,
  insertPerson,
  listPeople,
  lockAccountPeople,
  takeInvitation,
} from './account-people.repository.ts';
import { joinedLetter } from './invitation-mail.ts';
import type { AccountPeopleDeps } from './invite-person.ts';
import { listNamedAccounts } from './read-account.ts';

/**
 * The signed-in person joins the account of the mailed link and acts for it from now on; its owners
 * are told. Of concurrent calls one succeeds. The link is proof enough: it may have gone to another
 * of the person's mailboxes. Throws ApiError account.link-expired, account.already-in (the link
 * stays valid).
 */
export async function acceptInvitation(
  deps: AccountPeopleDeps,
  { user, sids }: Viewer,
  token: string,
): Promise<OwnAccount> {
  const accepted = await deps.database.transaction(async (tx) => {
    const invitation = await takeInvitation(tx, deps.links.invitationHashesOf(token));
    if (invitation === null) throw new ApiError('account.link-expired');
    const { accountId, role } = invitation;
    const { number } = await lockAccountPeople(tx, accountId);
    const owners = (await listPeople(tx, accountId)).filter((person) => person.role === 'owner');
    if (!(await insertPerson(tx, { accountId, userId: user.id, role }))) throw new ApiError('account.already-in');
    await chooseAccountOf(tx, sids, accountId);
    await recordAudit(tx, {
      actorId: user.id,
      action: 'account.join',
      subject: `customer:${accountId}`,
      before: null,
      after: { role, invitedBy: invitation.invitedBy },
    });
    for (const owner of owners) {
      await deps.queueEmail(tx, {
        category: 'account',
        userId: owner.id,
        messageKey: `account-joined:${invitation.id}:${owner.id}`,
        recipient: owner.email,
        ...joinedLetter({ number, email: signInName(user) }),
      });
    }
    const account = (await listNamedAccounts(tx, deps.findCompanyNames, user.id)).find(({ id }) => id === accountId);
    if (!account) throw new Error(`person ${user.id} has not joined account ${accountId}`);
    return { ...account, current: true };
  });
  deps.publishChange(accepted.id);
  return accepted;
}
