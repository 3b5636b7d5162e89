import type { Queryable } from '../../platform/database/connection.ts';
import { ApiError } from '../../platform/http/errors/api-error.ts';
import { findLineById } from '../lines/line.repository.ts';
import { listLines } from '../lines/list-lines.ts';
import { findSubscriptionsOf } from './obstacle.repository.ts';

/** A line that is to be offered, with its open subscription. */
export type OfferableLine = {
  readonly id: number;
  readonly label: string;
  readonly place: string | null;
  readonly planName: string | null;
  readonly ontSerial: string | null;
  readonly subscription: Awaited<ReturnType<typeof findSubscriptionsOf>>[number]['subscription'] | null;
};

/**
 * The account of a line and, in the order of their ids, the line itself or with `isWholeAccount` all of
 * the account that have a plan. Throws line.not-found; owner-change.not-running for an account without any.
 */
export async function requireOfferable(
  queryable: Queryable,
  { lineId, isWholeAccount }: { readonly lineId: number; readonly isWholeAccount: boolean },
): Promise<{ readonly accountId: number; readonly lines: readonly OfferableLine[] }> {
  const line = await findLineById(queryable, lineId);
  if (!line) throw new ApiError('line.not-found');
  const { accountId } = line;
  const all = await listLines(queryable, accountId);
  const open = await findSubscriptionsOf(queryable, accountId);
  const lines = all.flatMap(({ id, label, place, planName }) => {
    const found = open.find((each) => each.subscription.lineId === id) ?? null;
    const isWanted = isWholeAccount ? found !== null && found.subscription.status !== 'pending' : id === lineId;
    const ontSerial = found?.ontSerial ?? null;
    return isWanted ? [{ id, label, place, planName, ontSerial, subscription: found?.subscription ?? null }] : [];
  });
  if (lines.length === 0) throw new ApiError('owner-change.not-running');
  return { accountId, lines };
}
