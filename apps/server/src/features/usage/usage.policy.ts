import type { UsageMonth, UsageView } from '@portal/contract/usage';

/** Gigabytes as the database has them. A null limit is unlimited, or not known for that month. */
export type UsageRow = {
  readonly period: string;
  readonly dataUsed: string;
  readonly dataLimit: string | null;
  readonly updatedAt: Date;
};

/** Shown, marked as a sample, to an account without usage of its own (specification section 9). */
const SAMPLE = { dataUsed: 67.5, dataLimit: 100 };

/** A correction may leave less than nothing used; nobody is shown that. */
function gigabytes(decimal: string): number {
  return Math.max(0, Number(decimal));
}

function limitOf(row: UsageRow): number | null {
  return row.dataLimit === null ? null : gigabytes(row.dataLimit);
}

/**
 * The usage of `period` from the customer's latest row, which may be of an earlier month: then nothing has been used yet. Without any row it is the
 * sample. The limit is the row's own, else that of the plan (`planLimit` null: unlimited; undefined: no plan), else that of the month before.
 */
export function usageOf(latest: UsageRow | null, period: string, planLimit: number | null | undefined): UsageView {
  if (latest === null) return { ...SAMPLE, period, updatedAt: null, sample: true };
  const isPresent = latest.period === period;
  const ownLimit = isPresent ? limitOf(latest) : null;
  return {
    dataUsed: isPresent ? gigabytes(latest.dataUsed) : 0,
    dataLimit: ownLimit ?? (planLimit === undefined ? limitOf(latest) : planLimit),
    period,
    updatedAt: isPresent ? latest.updatedAt.toISOString() : null,
    sample: false,
  };
}

export function usageMonthOf(row: UsageRow): UsageMonth {
  return { period: row.period, dataUsed: gigabytes(row.dataUsed), dataLimit: limitOf(row) };
}
