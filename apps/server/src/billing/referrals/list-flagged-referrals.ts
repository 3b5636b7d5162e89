import type { FlaggedReferral } from '@portal/contract/billing/staff-referrals';
import { nairaFromKobo } from '@portal/kernel/money';
import type { Database } from '../../platform/database/connection.ts';
import { listFlagged } from './flagged-referrals.repository.ts';
import { isWithheld } from './referral-fraud-signals.repository.ts';

const PAGE_SIZE = 50;

type Person = {
  readonly id: number;
  readonly email: string;
  readonly firstName: string | null;
  readonly lastName: string | null;
};

function presentPerson({ id, email, firstName, lastName }: Person) {
  return { id, email, name: [firstName, lastName].filter(Boolean).join(' ') || email };
}

/**
 * Referrals between people who may be one person, with the signals, for staff to judge (threats
 * U5): 50 unless `limit` says otherwise.
 */
export async function listFlaggedReferrals(
  database: Database,
  page: { readonly before?: string | undefined; readonly limit?: number | undefined; readonly now: Date },
): Promise<FlaggedReferral[]> {
  const { before = null, limit = PAGE_SIZE, now } = page;
  return (await listFlagged(database, { before, limit, now })).map((row) => ({
    id: row.id,
    referrer: presentPerson(row.referrer),
    referee: presentPerson(row.referee),
    status: row.status,
    reward: nairaFromKobo(row.reward),
    flags: row.flags,
    isWithheld: row.status !== 'completed' && isWithheld(row.flags, row.rewardApprovedAt),
    rewardApprovedAt: row.rewardApprovedAt?.toISOString() ?? null,
    createdAt: row.createdAt.toISOString(),
    completedAt: row.completedAt?.toISOString() ?? null,
  }));
}
