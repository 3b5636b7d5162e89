import type { LineOffer, OwnerChange } from '@portal/contract/billing/owner-changes';
import type { OwnerChangeTerms, StaffOwnerChange } from '@portal/contract/billing/staff-owner-changes';
import { type ErrorCode, errorCodes } from '@portal/contract/platform/error-codes';
import { nairaFromKobo } from '@portal/kernel/money';
import type { Queryable } from '../../platform/database/connection.ts';
import { ApiError } from '../../platform/http/errors/api-error.ts';
import { findCredit } from '../ledger/ledger.repository.ts';
import { listLines } from '../lines/list-lines.ts';
import { endingOf } from '../payments/payer-receipt.ts';
import { findNewOwner } from './find-new-owner.ts';
import { findObstacle } from './find-obstacle.ts';
import { findAccountById, listNames } from './new-owner.repository.ts';
import { findSubscriptionsOf, findWhatStays } from './obstacle.repository.ts';
import { stateOf, tokenHashOf } from './owner-change.policy.ts';
import {
  findByToken,
  listOfferedLines,
  listOwnerChangesOf,
  type OwnerChangeLineRow,
  type OwnerChangeRow,
} from './owner-change.repository.ts';
import { requireOfferable } from './require-offerable.ts';

const NEWEST = 50;

type Paid = { readonly status: string; readonly nextRenewal: Date } | null;

const paidUntil = (subscription: Paid, now: Date): string | null =>
  subscription && subscription.status !== 'pending' && subscription.nextRenewal > now
    ? subscription.nextRenewal.toISOString()
    : null;

/** What the holder of a link may know of it. Throws owner-change.not-found. */
export async function readOffer(queryable: Queryable, token: string, now: Date): Promise<LineOffer> {
  const found = await findByToken(queryable, tokenHashOf(token));
  if (!found) throw new ApiError('owner-change.not-found');
  const { change, side } = found;
  const { fromAccountId, toAccountId } = change;
  const state = stateOf(change, now);
  const account = toAccountId === null || side === 'from' ? null : await findAccountById(queryable, toAccountId);
  return {
    side,
    state,
    lines: state === 'waiting' ? await listOffered(queryable, change.id, fromAccountId, now) : [],
    accountEnding: account ? endingOf(account.accountNumber) : null,
    expiresAt: change.expiresAt.toISOString(),
  };
}

async function listOffered(
  queryable: Queryable,
  changeId: string,
  accountId: number,
  now: Date,
): Promise<LineOffer['lines']> {
  const offered = new Set((await listOfferedLines(queryable, [changeId])).map(({ lineId }) => lineId));
  const open = await findSubscriptionsOf(queryable, accountId);
  const lines = await listLines(queryable, accountId);
  return lines
    .filter(({ id }) => offered.has(id))
    .map(({ id, label, place, planName, monthlyFee }) => {
      const subscription = open.find((each) => each.subscription.lineId === id)?.subscription ?? null;
      return {
        label,
        place,
        planName: planName ?? '',
        monthlyFee: monthlyFee ?? 0,
        paidUntil: paidUntil(subscription, now),
      };
    });
}

type Read = { readonly change: OwnerChangeRow; readonly lines: readonly OwnerChangeLineRow[] };

async function listRead(queryable: Queryable, accountId: number): Promise<Read[]> {
  const changes = await listOwnerChangesOf(queryable, accountId, NEWEST);
  const lines = await listOfferedLines(
    queryable,
    changes.map(({ id }) => id),
  );
  return changes.map((change) => ({ change, lines: lines.filter(({ changeId }) => changeId === change.id) }));
}

const momentsOf = ({ createdAt, expiresAt, decidedAt }: OwnerChangeRow) => ({
  createdAt: createdAt.toISOString(),
  expiresAt: expiresAt.toISOString(),
  decidedAt: decidedAt?.toISOString() ?? null,
});

/** Those of an account, newest first, without anything about the other side. */
export async function readOwnChanges(queryable: Queryable, accountId: number, now: Date): Promise<OwnerChange[]> {
  return (await listRead(queryable, accountId)).map(({ change, lines }) => ({
    id: change.id,
    side: change.fromAccountId === accountId ? 'from' : 'to',
    state: stateOf(change, now),
    lines: lines.map(({ label }) => label),
    ...momentsOf(change),
  }));
}

/** The same for staff, with the other side. */
export async function readStaffChanges(
  queryable: Queryable,
  accountId: number,
  now: Date,
): Promise<StaffOwnerChange[]> {
  const read = await listRead(queryable, accountId);
  const ids = read.flatMap(({ change }) => [change.fromAccountId, change.toAccountId ?? [], change.requestedBy].flat());
  const names = await listNames(queryable, ids);
  return read.map(({ change, lines }) => {
    const side = change.fromAccountId === accountId ? ('from' as const) : ('to' as const);
    const customerId = side === 'from' ? change.toAccountId : change.fromAccountId;
    const name = customerId === null ? (change.recipient ?? 'Somebody without an account') : names.get(customerId);
    return {
      id: change.id,
      side,
      state: stateOf(change, now),
      lines: lines.map(({ lineId, toLineId, label }) => ({ id: (side === 'to' && toLineId) || lineId, label })),
      other: { customerId, name: name ?? '' },
      identifiedBy: change.identifiedBy,
      reason: change.reason,
      requestedBy: names.get(change.requestedBy) ?? '',
      ...momentsOf(change),
    };
  });
}

/**
 * What would go along with a line, or all lines of its account, and what would stay; with `to`, who
 * would have it. Throws line.not-found and what findNewOwner throws.
 */
export async function readTerms(
  queryable: Queryable,
  order: { readonly lineId: number; readonly isWholeAccount: boolean; readonly to: string | null; readonly now: Date },
): Promise<OwnerChangeTerms> {
  const { to, now } = order;
  const { accountId, lines } = await requireOfferable(queryable, order);
  const newOwner = to === null ? null : await findNewOwner(queryable, { to, fromAccountId: accountId });
  const stays = await findWhatStays(
    queryable,
    accountId,
    lines.map(({ id }) => id),
  );
  const obstacles: (ErrorCode | null)[] = [];
  for (const { subscription } of lines) obstacles.push(await findObstacle(queryable, { accountId, subscription, now }));
  return {
    lines: lines.map(({ subscription, ...line }, index) => {
      const obstacle = obstacles[index] ?? null;
      return {
        ...line,
        monthlyFee: subscription ? nairaFromKobo(subscription.monthlyFee) : null,
        paidUntil: paidUntil(subscription, now),
        obstacle: obstacle && errorCodes[obstacle].message,
      };
    }),
    stays: {
      openInvoices: nairaFromKobo(stays.openKobo),
      credit: nairaFromKobo(await findCredit(queryable, accountId)),
      hasAutoPay: stays.hasAutoPay,
    },
    newOwner: newOwner && {
      accountNumber: newOwner.account?.accountNumber ?? null,
      name: newOwner.account?.name ?? null,
      reachedBy: newOwner.reachedBy,
    },
  };
}
