import type { AgentStatement } from '@portal/contract/billing/staff-agents';
import { daysBefore, lagosDate, lagosMidnight } from '@portal/kernel/calendar';
import { addKobo, type Kobo, koboFromDecimal, nairaFromKobo, negateKobo, toKobo } from '@portal/kernel/money';
import type { Queryable } from '../../platform/database/connection.ts';
import { csvLine } from '../../platform/http/bodies/csv-line.policy.ts';
import { ApiError } from '../../platform/http/errors/api-error.ts';
import { sumEntriesByDay, sumOwedBefore } from './agent.repository.ts';

const USUAL_DAYS = 29;
const MOST_DAYS = 366;

type Row = Awaited<ReturnType<typeof sumEntriesByDay>>[number];

const dayAfter = (day: string) => new Date(Date.parse(`${day}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10);

/** What the entries of one day are, each kind under its name; what they add up to is what the agent owes more. */
function sumDay(rows: readonly Row[]) {
  const zero = toKobo(0);
  const day = { sales: 0, taken: zero, vouchers: zero, commission: zero, settled: zero, reversed: zero };
  for (const { kind, count, owed, commission } of rows) {
    const [owedKobo, commissionKobo] = [koboFromDecimal(owed), koboFromDecimal(commission)];
    day.commission = addKobo(day.commission, commissionKobo);
    if (kind === 'payment') day.sales += count;
    if (kind === 'payment' || kind === 'overpayment') day.taken = addKobo(day.taken, owedKobo);
    else if (kind.startsWith('voucher-')) day.vouchers = addKobo(day.vouchers, owedKobo, commissionKobo);
    else if (kind === 'agent-settlement') day.settled = addKobo(day.settled, negateKobo(owedKobo));
    else if (kind === 'refund') day.reversed = addKobo(day.reversed, negateKobo(owedKobo));
  }
  return day;
}

/**
 * What an agent took, bought, kept and handed over, day by day between two days in Lagos, both included.
 * Throws agent.days for more than a year, or days in the wrong order.
 */
export async function readAgentStatement(
  queryable: Queryable,
  wanted: { readonly agentId: number; readonly from: string | undefined; readonly to: string | undefined },
  now: Date,
): Promise<AgentStatement> {
  const to = wanted.to ?? lagosDate(now);
  const from = wanted.from ?? lagosDate(daysBefore(lagosMidnight(to), USUAL_DAYS));
  const [begins, ends] = [lagosMidnight(from), lagosMidnight(dayAfter(to))];
  const days = (ends.getTime() - begins.getTime()) / 86_400_000;
  if (days < 1 || days > MOST_DAYS) throw new ApiError('agent.days');
  const openingKobo = koboFromDecimal(await sumOwedBefore(queryable, wanted.agentId, begins));
  const rows = await sumEntriesByDay(queryable, { agentId: wanted.agentId, from: begins, before: ends });
  let owesKobo: Kobo = openingKobo;
  const statementDays = [...Map.groupBy(rows, ({ day }) => day)].map(([day, ofDay]) => {
    const { sales, ...sums } = sumDay(ofDay);
    owesKobo = addKobo(owesKobo, ...ofDay.map(({ owed }) => koboFromDecimal(owed)));
    return {
      day,
      sales,
      taken: nairaFromKobo(sums.taken),
      vouchers: nairaFromKobo(sums.vouchers),
      commission: nairaFromKobo(sums.commission),
      settled: nairaFromKobo(sums.settled),
      reversed: nairaFromKobo(sums.reversed),
      owes: nairaFromKobo(owesKobo),
    };
  });
  return { from, to, opening: nairaFromKobo(openingKobo), days: statementDays, closing: nairaFromKobo(owesKobo) };
}

const HEADS = ['day', 'sales', 'taken', 'vouchers', 'commission', 'settled', 'reversed', 'owes'] as const;

/** A statement as CSV; its first and last rows are what was owed before and afterwards. */
export function csvOfStatement({ from, to, opening, days, closing }: AgentStatement): string {
  const bare = (day: string, owes: number) => csvLine([day, '', '', '', '', '', '', owes.toFixed(2)]);
  const rows = days.map(({ day, sales, ...sums }) =>
    csvLine([day, String(sales), ...HEADS.slice(2).map((head) => sums[head as keyof typeof sums].toFixed(2))]),
  );
  return [csvLine([...HEADS]), bare(`before ${from}`, opening), ...rows, bare(`end of ${to}`, closing)].join('');
}
