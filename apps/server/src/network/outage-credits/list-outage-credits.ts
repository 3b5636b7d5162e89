import type { TimeGivenBack } from '@portal/contract/network/outage-credits';
import type { Database } from '../../platform/database/connection.ts';
import { listGivenTo } from './outage-line.repository.ts';

const LONGEST_LIST = 20;

/** The outages whose time a customer was given back, the latest first, 20 at most. */
export async function listTimeGivenBack(database: Database, userId: number): Promise<TimeGivenBack[]> {
  const rows = await listGivenTo(database, userId, LONGEST_LIST);
  return rows.flatMap(({ title, startsAt, endsAt, line: { lostMs, changedAt, paidUntil } }) =>
    paidUntil === null
      ? []
      : {
          ...{ title, startsAt: startsAt.toISOString(), endsAt: endsAt.toISOString() },
          minutes: Math.floor(lostMs / 60_000),
          givenAt: changedAt.toISOString(),
          paidUntil: paidUntil.toISOString(),
        },
  );
}
