import { type AccountMerge, MERGE_LINK_HOURS, type MergePreview } from '@portal/contract/console/account-merges';
import { hasMailbox } from '@portal/kernel/messaging/mail';
import { nairaFromKobo } from '@portal/kernel/money';
import { findCredit } from '../../billing/index.ts';
import { mergeLinkLetter, requireIdentification, sharesAccount } from '../../identity/index.ts';
import { hmacOf } from '../../platform/crypto/hmac.ts';
import type { Queryable, Transaction } from '../../platform/database/connection.ts';
import { runTransaction } from '../../platform/database/run-transaction.ts';
import { ApiError } from '../../platform/http/errors/api-error.ts';
import {
  type Account,
  expireMerges,
  findAccounts,
  findWaitingMerge,
  insertMerge,
  lockPair,
  type MergeRow,
} from './account-merge.repository.ts';
import type { AccountMergeDeps } from './account-merge-dependencies.ts';
import { requireMergeable } from './merge-accounts.ts';
import { obstacle } from './merge-obstacle.policy.ts';
import { findObstacles } from './merge-obstacle.repository.ts';
import { countRows, type Pair } from './move-rows.repository.ts';
import { readMerge } from './read-merges.ts';

type Both = { readonly from: Account; readonly into: Account };

const HOUR_MS = 3_600_000;
const TOKEN_BYTES = 32;

export type MergeOrder = Pair & {
  readonly staffId: number;
  readonly identifiedBy: string;
  readonly reason: string;
};

/** What stands for a token in the database. */
export const tokenText = (token: string): string => JSON.stringify(['token', 'account-merge', token]);

async function requireBoth(queryable: Queryable, pair: Pair): Promise<Both> {
  if (pair.from === pair.into) throw new ApiError('account-merge.same');
  const accounts = await findAccounts(queryable, [pair.from, pair.into]);
  const [from, into] = [accounts.get(pair.from), accounts.get(pair.into)];
  if (!from || !into) throw new ApiError('customer.not-found');
  return { from, into };
}

const hasProof = ({ email, isMailboxVerified }: Account): boolean => isMailboxVerified && hasMailbox(email);
const named = ({ id, name, accountNumber }: Account) => ({ id, name, accountNumber });

/** Nobody merges an account that they are in. */
export async function requireStranger(queryable: Queryable, staffId: number, pair: Pair): Promise<void> {
  for (const id of [pair.from, pair.into]) {
    if (await sharesAccount(queryable, staffId, id)) throw new ApiError('account-merge.own-account');
  }
}

/**
 * What would become of everything that `from` has. Changes nothing. Throws ApiError customer.not-found,
 * account-merge.same, account-merge.merged.
 */
export async function previewMerge(queryable: Queryable, pair: Pair): Promise<MergePreview> {
  const { from, into } = await requireBoth(queryable, pair);
  if ((from.mergedInto ?? into.mergedInto) !== null) throw new ApiError('account-merge.merged');
  const { goes, stays, ends } = await countRows(queryable, pair);
  return {
    from: named(from),
    into: named(into),
    goes,
    stays,
    ends,
    credit: nairaFromKobo(await findCredit(queryable, pair.from)),
    cannot: (await findObstacles(queryable, pair)).map(obstacle),
    getsLink: hasProof(from),
  };
}

/** Mails the person of the account that goes a link by which they prove that both are theirs. */
async function sendLink(deps: AccountMergeDeps, tx: Transaction, { from, into }: Both) {
  if (!hasProof(from)) return null;
  const token = deps.randomBytes(TOKEN_BYTES).toString('base64url');
  const tokenHash = hmacOf(deps.secrets[0], 'account-link', tokenText(token)).toString('base64url');
  await deps.queueEmail(tx, {
    category: 'account',
    userId: from.id,
    messageKey: `account-merge-link:${tokenHash}`,
    recipient: from.email,
    usefulSeconds: MERGE_LINK_HOURS * 3600,
    ...mergeLinkLetter(deps.settings, {
      link: `${deps.origin}/account-merge#token=${token}`,
      from: from.accountNumber,
      into: into.accountNumber,
    }),
  });
  return tokenHash;
}

/**
 * Has a merge wait for the person's own proof, a link to the verified mailbox of `from` opened in a session
 * of `into`, or for a second member of staff; both persons are told. Throws ApiError
 * customer.not-found, account-merge.same, account-merge.merged, account-merge.waiting,
 * account-merge.cannot, account-merge.own-account, request.invalid for a way that the operator has not listed.
 */
export async function requestMerge(deps: AccountMergeDeps, order: MergeOrder): Promise<AccountMerge> {
  const id = await runTransaction(deps.database, async (tx) => {
    const pair = { from: order.from, into: order.into };
    const both = await requireBoth(tx, pair);
    await requireStranger(tx, order.staffId, pair);
    // Whoever asks is called back on the number of either.
    const phoneVerifiedAt = both.from.phoneVerifiedAt ?? both.into.phoneVerifiedAt;
    requireIdentification(deps.settings, order.identifiedBy, { phoneVerifiedAt });
    await lockPair(tx, pair);
    await requireMergeable(tx, pair);
    const merge = (await findWaiting(tx, pair, deps.clock())) ?? (await beginMerge(deps, tx, order, both));
    await askSecondPerson(deps, tx, { ...order, mergeId: merge.id }, both);
    return merge.id;
  });
  return readMerge(deps, id);
}

/** The same merge that waits already: then only a second person is asked for again. */
async function findWaiting(tx: Transaction, { from, into }: Pair, now: Date): Promise<MergeRow | null> {
  await expireMerges(tx, now, from);
  const waiting = await findWaitingMerge(tx, from);
  if (waiting !== null && waiting.intoId !== into) throw new ApiError('account-merge.waiting');
  return waiting;
}

async function beginMerge(
  deps: AccountMergeDeps,
  tx: Transaction,
  { staffId, identifiedBy, reason }: MergeOrder,
  both: Both,
): Promise<MergeRow> {
  const { from, into } = both;
  const now = deps.clock();
  const merge = await insertMerge(tx, {
    fromId: from.id,
    intoId: into.id,
    identifiedBy,
    reason,
    requestedBy: staffId,
    createdAt: now,
    waitsUntil: new Date(now.getTime() + MERGE_LINK_HOURS * HOUR_MS),
    tokenHash: await sendLink(deps, tx, both),
  });
  for (const { id: customerId } of [from, into]) {
    await deps.notify(tx, {
      kind: 'account-merge-requested',
      customerId,
      key: `account-merge-requested:${merge.id}:${customerId}`,
      values: { from: from.accountNumber, into: into.accountNumber },
    });
  }
  return merge;
}

/** They have 15 minutes. */
async function askSecondPerson(
  deps: AccountMergeDeps,
  tx: Transaction,
  { mergeId, staffId, identifiedBy, reason }: MergeOrder & { readonly mergeId: string },
  { from, into }: Both,
): Promise<void> {
  await deps.approvals.request(tx, {
    kind: 'account-merge',
    userId: from.id,
    payload: { mergeId },
    changes: [{ field: 'account', from: from.accountNumber, to: into.accountNumber }],
    identifiedBy,
    reason,
    requestedBy: staffId,
  });
}
