import type { FigureKind, OverviewFigures } from '@portal/contract/console/overview';
import { daysBefore, lagosDate, lagosPeriod, startOfLagosDay, startOfLagosMonth } from '@portal/kernel/calendar';
import type { Clock } from '@portal/kernel/clock';
import { listBusyHours, listCapacity, recordAreaTraffic } from '../../network/index.ts';
import { type Database, type Queryable, unhurried } from '../../platform/database/connection.ts';
import {
  countCustomers,
  countLines,
  countMovement,
  findLastComputed,
  saveFigure,
  sumAreas,
  sumMoney,
  sumReceivables,
} from './figures.repository.ts';

const MONTHS = 6;
/** Another instance has computed them: each does it in its own five minutes. */
const FRESH_MS = 60_000;

/**
 * Computes the figures of the overview and stores them with the time, one group after the other;
 * repeating it gives newer ones. They read whole tables, so they are not computed while staff wait.
 */
export async function computeFigures(
  deps: { readonly database: Database; readonly clock: Clock },
  signal: AbortSignal,
): Promise<void> {
  const now = deps.clock();
  const last = await findLastComputed(deps.database);
  if (last && now >= last && now.getTime() - last.getTime() < FRESH_MS) return;
  const month = lagosPeriod(now);
  const since = startOfLagosMonth(now, 0);
  const months = Array.from({ length: MONTHS }, (_, place) => startOfLagosMonth(now, place + 1 - MONTHS));
  const computed: Readonly<Record<FigureKind, (tx: Queryable) => Promise<object>>> = {
    customers: countCustomers,
    lines: countLines,
    movement: (tx) => countMovement(tx, { months: months.map(lagosPeriod), since: months[0] ?? since }),
    money: (tx) => sumMoney(tx, { month, since }),
    receivables: (tx) => sumReceivables(tx, now),
    areas: (tx) => compareAreas(tx, { now, month }),
  };
  for (const [figure, compute] of Object.entries(computed)) {
    if (signal.aborted) return;
    await unhurried(deps.database).transaction(async (tx) =>
      saveFigure(tx, figure as FigureKind, await compute(tx), deps.clock()),
    );
  }
}

const BUSY_DAYS = 7;

/** The use of each area beside what the network has there; notes the traffic of this hour first. */
async function compareAreas(
  tx: Queryable,
  { now, month }: { readonly now: Date; readonly month: string },
): Promise<Omit<NonNullable<OverviewFigures['areas']>, 'computedAt'>> {
  await recordAreaTraffic(tx, { now, day: lagosDate(now), since: startOfLagosDay(now) });
  const used = await sumAreas(tx, month);
  const capacities = await listCapacity(tx);
  const busy = await listBusyHours(tx, daysBefore(now, BUSY_DAYS));
  return {
    month,
    areas: used.map((area) => {
      const capacity = capacities.find((known) => known.area === area.area);
      const hour = busy.find((known) => known.area === area.area);
      return {
        ...area,
        connected: capacity?.lines ?? area.lines,
        linePorts: capacity?.linePorts ?? null,
        busyHourMbps: hour?.mbps ?? null,
        busyHourAt: hour?.at ?? null,
        uplinkMbps: capacity?.uplinkMbps ?? null,
      };
    }),
  };
}
