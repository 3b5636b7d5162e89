/** What is in force at the network once the data of a month are used up; speeds in Mbps. */
export type Restriction =
  | { readonly do: 'slower'; readonly downloadMbps: number; readonly uploadMbps: number }
  | { readonly do: 'stop' };

type Month = {
  readonly lineId: number;
  readonly period: string;
  readonly usedGb: number;
  readonly limitGb: number | null;
};

/** Whether the data of a month are used up; never without a limit, or with one of zero. */
function isLimitReached({ usedGb, limitGb }: Pick<Month, 'usedGb' | 'limitGb'>): boolean {
  return limitGb !== null && limitGb > 0 && usedGb >= limitGb;
}

/**
 * The lines whose month has reached its limit and is not known to have, or the other way round: a late
 * packet may move usage to the month before. `known` are the lines as they were read with their packets.
 */
export function linesAcrossTheLimit(
  months: readonly Month[],
  known: Iterable<{ readonly lineId: number; readonly limitReachedPeriod: string | null }>,
): number[] {
  const reachedIn = new Map([...known].map(({ lineId, limitReachedPeriod }) => [lineId, limitReachedPeriod]));
  const isCrossing = (month: Month) => isLimitReached(month) !== (reachedIn.get(month.lineId) === month.period);
  return months.filter(isCrossing).map(({ lineId }) => lineId);
}
