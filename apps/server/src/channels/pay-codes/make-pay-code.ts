import type { PayCode } from '@portal/contract/channels/pay-codes';
import type { Clock } from '@portal/kernel/clock';
import type { Database, Queryable } from '../../platform/database/connection.ts';
import { runTransaction } from '../../platform/database/run-transaction.ts';
import { groupedPayCode, payCodeOf, ussdCodeFor } from './pay-code.policy.ts';
import { findNumberOf, findPayCode, insertPayCode, replacePayCode } from './pay-code.repository.ts';

export type PayCodeDependencies = {
  readonly database: Database;
  readonly clock: Clock;
  readonly randomBytes: (size: number) => Uint8Array;
  /** The origin that customers use. */
  readonly origin: string;
  /** Null where customers dial none. */
  readonly ussdCode: string | null;
};

const RANDOM_BYTES = 32;
const TRIES = 5;

/** How somebody else pays for an account, by its link and by telephone. */
export async function readPayCode(
  { origin, ussdCode }: Pick<PayCodeDependencies, 'origin' | 'ussdCode'>,
  queryable: Queryable,
  accountId: number,
): Promise<PayCode> {
  const found = await findPayCode(queryable, accountId);
  return {
    link: found && { url: `${origin}/p/${groupedPayCode(found.code)}`, createdAt: found.createdAt.toISOString() },
    ussdCode: ussdCode && ussdCodeFor(ussdCode, await findNumberOf(queryable, accountId)),
  };
}

/**
 * Makes the link of an account where it has none. With `isReplaced` the present one is unknown afterwards, and
 * there is another. Two at once make one.
 */
export async function makePayCode(
  deps: PayCodeDependencies,
  { accountId, isReplaced }: { readonly accountId: number; readonly isReplaced: boolean },
): Promise<PayCode> {
  return runTransaction(deps.database, async (tx) => {
    const createdAt = deps.clock();
    if (isReplaced) await replacePayCode(tx, accountId, createdAt);
    for (let tries = 0; tries < TRIES && !(await findPayCode(tx, accountId)); tries++) {
      const code = payCodeOf(deps.randomBytes(RANDOM_BYTES));
      if (code !== null) await insertPayCode(tx, { code, accountId, createdAt });
    }
    return readPayCode(deps, tx, accountId);
  });
}
