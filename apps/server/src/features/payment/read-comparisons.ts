import type { GatewayComparison } from '@portal/contract/staff-payment';
import { startOfLagosDay } from '@portal/kernel/calendar';
import { koboFromDecimal, nairaFromKobo } from '@portal/kernel/money';
import type { Database } from '../../database/connection.ts';
import { listComparisons } from './comparison.repository.ts';

/** How our books stand beside each gateway's own list, and what moved through it today in Lagos, in naira. A gateway that has no list is left to the sweep. */
export async function readComparisons(database: Database, now: Date): Promise<GatewayComparison[]> {
  const rows = await listComparisons(database, startOfLagosDay(now));
  return rows.map(({ gateway, comparedUntil, settled, unexplained, received, returned }) => ({
    ...{ gateway, settled, unexplained },
    comparedUntil: comparedUntil?.toISOString() ?? null,
    receivedToday: nairaFromKobo(koboFromDecimal(received)),
    returnedToday: nairaFromKobo(koboFromDecimal(returned)),
  }));
}
