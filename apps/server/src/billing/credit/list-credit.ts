import type { CreditEntry } from '@portal/contract/billing/invoices';
import { nairaFromKobo } from '@portal/kernel/money';
import type { Database } from '../../platform/database/connection.ts';
import { findCredit, listCreditEntries } from '../ledger/ledger.repository.ts';

const PAGE_SIZE = 20;
/** More than one customer moves in a month. */
const LONGEST_LIST = 1000;

/** What a line of the ledger says to its owner, by the first word of its key. */
const LABELS: Readonly<Record<string, string>> = {
  reward: 'Referral reward',
  'tier-bonus': 'Referral tier bonus',
  'reward-reversal': 'Referral reward taken back',
  'tier-reversal': 'Referral tier bonus taken back',
  refund: 'Credit given back with a refund',
  adjustment: 'Credit from us',
  overpayment: 'Paid more than was due',
  chargeback: 'Your bank took a payment back',
  'external-refund': 'A part of a payment went back',
  'refund-held': 'On its way back to you',
  'refund-returned': 'Did not arrive and is yours again',
  'opening-balance': 'Brought over from your account before',
  'merge-out': 'Moved to your other account',
  'merge-in': 'From your other account',
  'merge-undo-out': 'Back in your other account',
  'merge-undo-in': 'Back from your other account',
};

type Entry = Awaited<ReturnType<typeof listCreditEntries>>[number];

function labelOf({ key, amount }: Entry): string {
  const kind = key.slice(0, key.indexOf(':'));
  return LABELS[kind] ?? (amount > 0 ? 'Payment that became credit' : 'Paid with credit');
}

function presentEntry(entry: Entry): CreditEntry {
  const { id, at, amount, balanceAfter, reference } = entry;
  return {
    id: String(id),
    at: at.toISOString(),
    label: labelOf(entry),
    reference,
    amount: nairaFromKobo(amount),
    balanceAfter: nairaFromKobo(balanceAfter),
  };
}

/**
 * One customer's credit: what can be spent, and how it came to be, newest first; 20 lines unless
 * `limit` says otherwise.
 */
export async function listCredit(
  database: Database,
  page: { readonly userId: number; readonly limit?: number | undefined; readonly before?: string | undefined },
): Promise<{ readonly balance: number; readonly entries: CreditEntry[] }> {
  const { userId, limit = PAGE_SIZE } = page;
  const before = page.before === undefined ? null : Number(page.before);
  const [balance, entries] = await Promise.all([
    findCredit(database, userId),
    before === null || Number.isSafeInteger(before)
      ? listCreditEntries(database, { userId, before, from: null, until: null, limit })
      : [],
  ]);
  return { balance: nairaFromKobo(balance), entries: entries.map(presentEntry) };
}

/** The lines of a time, newest first, with the balances before and after it. */
export async function listCreditWithin(
  database: Database,
  range: { readonly userId: number; readonly from: Date; readonly until: Date },
): Promise<{ readonly opening: number; readonly closing: number; readonly entries: CreditEntry[] }> {
  const { userId, from, until } = range;
  const [within, [earlier]] = await Promise.all([
    listCreditEntries(database, { userId, before: null, from, until, limit: LONGEST_LIST }),
    listCreditEntries(database, { userId, before: null, from: null, until: from, limit: 1 }),
  ]);
  const entries = within.map(presentEntry);
  const opening = earlier ? nairaFromKobo(earlier.balanceAfter) : 0;
  return { opening, closing: entries[0]?.balanceAfter ?? opening, entries };
}
