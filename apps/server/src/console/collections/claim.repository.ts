import { and, eq, gt, ne, sql } from 'drizzle-orm';
import type { Transaction } from '../../platform/database/connection.ts';
import { collectionAccounts } from '../../platform/database/schema/console/collection.ts';

type Claim = { readonly accountId: number; readonly staffId: number; readonly now: Date };

const { claimedBy, claimedAt, claimedUntil, userId } = collectionAccounts;
const FREE = { claimedBy: null, claimedAt: null, claimedUntil: null };

/** Whether nobody else has it now. */
const isFreeFor = ({ staffId, now }: Pick<Claim, 'staffId' | 'now'>) =>
  sql`(${claimedBy} is null or ${claimedUntil} <= ${now.toISOString()}::timestamptz or ${claimedBy} = ${staffId})`;

/**
 * Gives an account to a member of staff until a moment, or longer where they have it; false while somebody
 * else has it. `isNew` is false where they had it.
 */
export async function insertClaim(
  tx: Transaction,
  claim: Claim & { readonly until: Date },
): Promise<{ readonly isNew: boolean } | false> {
  const { accountId, staffId, now, until } = claim;
  const kept = sql`(${claimedBy} = ${staffId} and ${claimedUntil} > ${now.toISOString()}::timestamptz)`;
  const [row] = await tx
    .insert(collectionAccounts)
    .values({ userId: accountId, claimedBy: staffId, claimedAt: now, claimedUntil: until })
    .onConflictDoUpdate({
      target: userId,
      set: {
        claimedBy: staffId,
        claimedAt: sql`case when ${kept} then ${claimedAt} else excluded.claimed_at end`,
        claimedUntil: until,
      },
      setWhere: isFreeFor(claim),
    })
    .returning({ claimedAt });
  return row ? { isNew: row.claimedAt?.getTime() === now.getTime() } : false;
}

/** Takes back what a member of staff has, all but one account, or that one alone; the accounts. */
export async function endClaims(
  tx: Transaction,
  claim: Claim & { readonly which: 'this' | 'others' },
): Promise<number[]> {
  const { accountId, staffId, now, which } = claim;
  const rows = await tx
    .update(collectionAccounts)
    .set(FREE)
    .where(
      and(
        eq(claimedBy, staffId),
        gt(claimedUntil, now),
        which === 'this' ? eq(userId, accountId) : ne(userId, accountId),
      ),
    )
    .returning({ id: userId });
  return rows.map(({ id }) => id);
}

/**
 * Writes down how the last call ended and gives the account back; false while somebody else has it, and
 * then nothing changes.
 */
export async function storeLastCall(
  tx: Transaction,
  claim: Claim,
  last: Omit<Partial<typeof collectionAccounts.$inferInsert>, 'userId'>,
): Promise<boolean> {
  const values = { ...last, ...FREE };
  const rows = await tx
    .insert(collectionAccounts)
    .values({ userId: claim.accountId, ...values })
    .onConflictDoUpdate({ target: userId, set: values, setWhere: isFreeFor(claim) })
    .returning({ id: userId });
  return rows.length > 0;
}

/** The ticket of the dispute that the last call opened. */
export async function storeDispute(tx: Transaction, accountId: number, disputeTicketId: string): Promise<void> {
  await tx.update(collectionAccounts).set({ disputeTicketId }).where(eq(userId, accountId));
}
