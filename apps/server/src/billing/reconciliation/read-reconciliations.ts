import type { GatewayComparison } from '@portal/contract/billing/staff-payments';
import { startOfLagosDay } from '@portal/kernel/calendar';
import { koboFromDecimal, nairaFromKobo } from '@portal/kernel/money';
import type { Database } from '../../platform/database/connection.ts';
import { type DifferenceRow, listOpenDiscrepancies } from './gateway-discrepancy.repository.ts';
import { listReconciliations } from './reconciliation.repository.ts';

function presentDifference({ id, reference, kind, ours, theirs, theirStatus, foundAt }: DifferenceRow) {
  return {
    ...{ id, reference, kind, theirStatus, foundAt: foundAt.toISOString() },
    ours: ours === null ? null : nairaFromKobo(ours),
    theirs: theirs === null ? null : nairaFromKobo(theirs),
  };
}

/** How our books stand beside each gateway's own list, with what staff have not closed, and what moved through it today in Lagos, in naira. A gateway that has no list is left to the sweep. */
export async function readReconciliations(database: Database, now: Date): Promise<GatewayComparison[]> {
  const [rows, differences] = await Promise.all([
    listReconciliations(database, startOfLagosDay(now)),
    listOpenDiscrepancies(database),
  ]);
  return rows.map(({ gateway, comparedUntil, settled, received, returned }) => ({
    ...{ gateway, settled: settled ?? [] },
    differences: differences.filter((row) => row.gateway === gateway).map(presentDifference),
    comparedUntil: comparedUntil?.toISOString() ?? null,
    receivedToday: nairaFromKobo(koboFromDecimal(received)),
    returnedToday: nairaFromKobo(koboFromDecimal(returned)),
  }));
}
