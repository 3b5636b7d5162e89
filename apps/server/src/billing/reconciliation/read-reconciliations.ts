import type { GatewayReconciliation } from '@portal/contract/billing/reconciliation';
import { startOfLagosDay } from '@portal/kernel/calendar';
import { koboFromDecimal, nairaFromKobo } from '@portal/kernel/money';
import type { Database } from '../../platform/database/connection.ts';
import { type DiscrepancyRow, listOpenDiscrepancies } from './gateway-discrepancy.repository.ts';
import { listReconciliations } from './reconciliation.repository.ts';

function presentDiscrepancy({
  id,
  reference,
  kind,
  ledgerAmount,
  gatewayAmount,
  gatewayStatus,
  foundAt,
}: DiscrepancyRow) {
  return {
    id,
    reference,
    kind,
    gatewayStatus,
    foundAt: foundAt.toISOString(),
    ledgerAmount: ledgerAmount === null ? null : nairaFromKobo(ledgerAmount),
    gatewayAmount: gatewayAmount === null ? null : nairaFromKobo(gatewayAmount),
  };
}

/**
 * How our ledger stands beside each gateway's own list, with what staff have not closed, and what
 * moved through it today in Lagos, in naira. A gateway that has no list is left to the poll.
 */
export async function readReconciliations(database: Database, now: Date): Promise<GatewayReconciliation[]> {
  const [rows, discrepancies] = await Promise.all([
    listReconciliations(database, startOfLagosDay(now)),
    listOpenDiscrepancies(database),
  ]);
  return rows.map(({ gateway, reconciledUntil, settled, received, returned }) => ({
    gateway,
    settled: settled ?? [],
    discrepancies: discrepancies.filter((row) => row.gateway === gateway).map(presentDiscrepancy),
    reconciledUntil: reconciledUntil?.toISOString() ?? null,
    receivedToday: nairaFromKobo(koboFromDecimal(received)),
    returnedToday: nairaFromKobo(koboFromDecimal(returned)),
  }));
}
