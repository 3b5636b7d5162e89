import { sql } from 'drizzle-orm';
import type { Transaction } from './connection.ts';

/**
 * Lets one customer's writes of one kind come one after the other, until the transaction ends: what
 * is counted after this cannot be counted by anybody else meanwhile. Other kinds and other
 * customers are not held up.
 */
export async function lockCustomer(tx: Transaction, kind: string, userId: number): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext(${kind}), ${userId})`);
}
