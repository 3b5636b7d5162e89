import { sql } from 'drizzle-orm';
import type { Transaction } from './connection.ts';

/**
 * Serialises one customer's writes of one kind until the transaction ends, so that a count made
 * after this call stays correct. Other kinds and other customers are not blocked.
 */
export async function lockCustomer(tx: Transaction, kind: string, userId: number): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext(${kind}), ${userId})`);
}
