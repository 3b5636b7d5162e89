import type { ContactChangeKind } from '@portal/contract/identity/corrections';
import { runTransaction } from '../../platform/database/run-transaction.ts';
import { ApiError } from '../../platform/http/errors/api-error.ts';
import { lockAccount } from '../accounts/account.repository.ts';
import { countChange, findChangeByToken } from './contact-change.repository.ts';
import type { CorrectionDependencies } from './correction-dependencies.ts';
import { contactOf, countContactChange } from './count-contact-change.ts';

/**
 * Has a new mailbox or number count, by the link that was sent to it, once. A second press of the same
 * link gets the same answer while the account has it. Throws account.link-expired, account.email-taken,
 * customer.phone-taken.
 */
export async function confirmContactChange(deps: CorrectionDependencies, token: string): Promise<ContactChangeKind> {
  return runTransaction(deps.database, async (tx) => {
    const hashes = deps.links.contactChangeHashesOf(token);
    const linked = await findChangeByToken(tx, hashes);
    const account = linked && (await lockAccount(tx, linked.userId));
    // Another press of the link may have been first while this one waited.
    const change = account && (await findChangeByToken(tx, hashes));
    if (!change || account.disabled) throw new ApiError('account.link-expired');
    const { id, kind, userId, state, value, previous } = change;
    const present = contactOf(account, kind);
    if (state === 'counted' && present === value) return kind;
    if (present !== previous || !(await countChange(tx, id))) throw new ApiError('account.link-expired');
    await countContactChange(deps, tx, account, change, { actorId: userId, confirmedBy: null });
    return kind;
  });
}
