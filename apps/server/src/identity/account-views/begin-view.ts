import { type AccountView, VIEW_MINUTES } from '@portal/contract/identity/account-views';
import type { Clock } from '@portal/kernel/clock';
import type { AcceptedSecrets } from '../../platform/crypto/accepted-secrets.ts';
import { sessionIds } from '../../platform/crypto/hmac.ts';
import type { Database } from '../../platform/database/connection.ts';
import type { Viewer } from '../../platform/http/authorisation/session-cookie.ts';
import { ApiError } from '../../platform/http/errors/api-error.ts';
import { findAccount, lockAccount } from '../accounts/account.repository.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { closeView, holdSession, insertView } from './account-view.repository.ts';
import { recordEnd } from './end-view.ts';
import { readView } from './read-views.ts';

const TOKEN_BYTES = 32;
const VIEW_MS = VIEW_MINUTES * 60_000;

export type BeginViewDeps = {
  readonly database: Database;
  readonly clock: Clock;
  readonly secrets: AcceptedSecrets;
  readonly randomBytes: (size: number) => Buffer;
};

/**
 * Begins a view as a customer, for ten minutes under the caller's session, and ends the caller's
 * earlier one; both are audited. Returns it with the token of its cookie, to be sent after the commit.
 * Throws ApiError customer.not-found, view.not-possible for staff (oneself, too) and disabled
 * accounts, session.missing.
 */
export async function beginView(
  deps: BeginViewDeps,
  { user, staff, sids }: Viewer,
  order: { readonly userId: number; readonly reason: string },
): Promise<{ readonly token: string; readonly view: AccountView }> {
  const { userId, reason } = order;
  const [staffRole] = staff?.roles ?? [];
  const customer = await findAccount(deps.database, userId);
  if (customer === null) throw new ApiError('customer.not-found');
  if (customer.role === 'admin') throw new ApiError('view.not-possible');
  if (customer.disabled) {
    throw new ApiError('view.not-possible', { message: 'This account is disabled: its owner sees nothing either.' });
  }
  if (staffRole === undefined) throw new ApiError('session.forbidden');
  const token = deps.randomBytes(TOKEN_BYTES).toString('base64url');
  const [secret] = deps.secrets;
  const [tokenHash] = sessionIds([secret], token);
  const startedAt = deps.clock();
  const id = await deps.database.transaction(async (tx) => {
    // Of two at once the later one ends the earlier.
    await lockAccount(tx, user.id);
    const staffSid = await holdSession(tx, sids);
    if (staffSid === null) throw new ApiError('session.missing');
    const before = await closeView(tx, { staffId: user.id }, startedAt);
    if (before) await recordEnd(tx, before);
    const endsAt = new Date(startedAt.getTime() + VIEW_MS);
    const added = await insertView(tx, {
      tokenHash,
      staffId: user.id,
      staffSid,
      staffRole,
      userId,
      reason,
      startedAt,
      endsAt,
    });
    await recordAudit(tx, {
      actorId: user.id,
      action: 'customer.view-as',
      subject: `customer:${userId}`,
      before: null,
      after: { view: added, reason, endsAt: endsAt.toISOString() },
    });
    return added;
  });
  return { token, view: await readView(deps, id) };
}
