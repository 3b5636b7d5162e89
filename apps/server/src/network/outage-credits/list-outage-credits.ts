import type { OutageCredit } from '@portal/contract/network/outage-credits';
import type { Database } from '../../platform/database/connection.ts';
import { listCreditedTo } from './outage-line.repository.ts';

const LONGEST_LIST = 20;

/** The outages that were credited to a customer, the latest first, 20 at most. */
export async function listOutageCredits(database: Database, lineId: number): Promise<OutageCredit[]> {
  const rows = await listCreditedTo(database, lineId, LONGEST_LIST);
  return rows.flatMap(({ title, startsAt, endsAt, line: { creditMs, changedAt, paidUntil } }) =>
    paidUntil === null
      ? []
      : {
          title,
          startsAt: startsAt.toISOString(),
          endsAt: endsAt.toISOString(),
          minutes: Math.floor(creditMs / 60_000),
          creditedAt: changedAt.toISOString(),
          paidUntil: paidUntil.toISOString(),
        },
  );
}
