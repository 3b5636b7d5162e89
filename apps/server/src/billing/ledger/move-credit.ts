import { type Kobo, negateKobo } from '@portal/kernel/money';
import type { Transaction } from '../../platform/database/connection.ts';
import { addCredit, findCredit, postEntries, spendCredit } from './ledger.repository.ts';

/** `key` names the move, for example `merge:<id>`. */
type Move = {
  readonly from: number;
  readonly into: number;
  readonly amountKobo: Kobo;
  readonly key: string;
  readonly now: Date;
};

/**
 * Moves account credit to another account of the same person, in the caller's transaction, once for each
 * key: a transaction of the ledger for each of the two, against `account-merges`. False, and nothing
 * moved, where not all of it is there.
 */
export async function moveCredit(tx: Transaction, { from, into, amountKobo, key, now }: Move): Promise<boolean> {
  if (!(await spendCredit(tx, from, amountKobo))) return false;
  if (amountKobo === 0) return true;
  await addCredit(tx, into, amountKobo);
  const sides = [
    { userId: from, way: 'out', credit: amountKobo },
    { userId: into, way: 'in', credit: negateKobo(amountKobo) },
  ];
  for (const { userId, way, credit } of sides) {
    await postEntries(tx, {
      transactionKey: `${key.replace(':', `-${way}:`)}`,
      userId,
      paymentId: null,
      entries: [
        { account: 'credit', amountKobo: credit },
        { account: 'account-merges', amountKobo: negateKobo(credit) },
      ],
      now,
    });
  }
  return true;
}

/** The same with all the credit that there is; returns how much that was. */
export async function moveAllCredit(tx: Transaction, move: Omit<Move, 'amountKobo'>): Promise<Kobo> {
  const amountKobo = await findCredit(tx, move.from);
  if (!(await moveCredit(tx, { ...move, amountKobo }))) throw new Error(`the credit of ${move.from} is not locked`);
  return amountKobo;
}
