import type { UsageDay, UsageMonth, UsageView } from '@portal/contract/network/usage';
import { BYTES_PER_GB } from '@portal/kernel/data-size';

/**
 * Gigabytes as the database has them. A null limit is unlimited; `bundlesGb` were bought on top of
 * it.
 */
export type UsageRow = {
  readonly period: string;
  readonly dataUsed: string;
  readonly dataLimit: string | null;
  readonly bundlesGb: number;
  readonly updatedAt: Date;
};

/** Shown, marked as a sample, to an account without usage of its own (specification section 9). */
const SAMPLE = { dataUsed: 67.5, dataLimit: 100 };

/** A correction may leave a negative usage, which is never shown. */
function gigabytes(decimal: string): number {
  return Math.max(0, Number(decimal));
}

function limitOf(row: UsageRow): number | null {
  return row.dataLimit === null ? null : gigabytes(row.dataLimit);
}

const withBundles = (limit: number | null, bundlesGb: number): number | null =>
  limit === null ? null : limit + bundlesGb;

/**
 * The usage of `period` from the customer's latest row, which may be of an earlier month: then
 * nothing has been used yet. Without any row, and nothing bought, it is the sample. The limit is
 * that of the month where it has a row, else that of the plan (`planLimit` null: unlimited;
 * undefined: no plan), else that of the month before, plus what was bought for `period`.
 */
export function usageOf(
  latest: UsageRow | null,
  present: { readonly period: string; readonly planLimit: number | null | undefined; readonly bundlesGb: number },
): UsageView {
  const { period, planLimit, bundlesGb } = present;
  if (latest === null && bundlesGb === 0) return { ...SAMPLE, period, updatedAt: null, sample: true };
  const current = latest?.period === period ? latest : null;
  const upcoming = planLimit === undefined ? latest && limitOf(latest) : planLimit;
  return {
    dataUsed: current ? gigabytes(current.dataUsed) : 0,
    dataLimit: withBundles(current ? limitOf(current) : upcoming, bundlesGb),
    period,
    updatedAt: current ? current.updatedAt.toISOString() : null,
    sample: false,
  };
}

export function usageMonthOf(row: UsageRow): UsageMonth {
  return { period: row.period, dataUsed: gigabytes(row.dataUsed), dataLimit: withBundles(limitOf(row), row.bundlesGb) };
}

const inGigabytes = (bytes: number): number => Math.max(0, Math.round((bytes / BYTES_PER_GB) * 100) / 100);

/** To the hundredth of a gigabyte. */
export function usageDayOf(row: {
  readonly day: string;
  readonly downloadBytes: number;
  readonly uploadBytes: number;
}): UsageDay {
  return { day: row.day, downloaded: inGigabytes(row.downloadBytes), uploaded: inGigabytes(row.uploadBytes) };
}

/** The first days of a month, "2026-11", and of the next. */
export function daysOfPeriod(period: string): { readonly from: string; readonly before: string } {
  const [year = 0, month = 0] = period.split('-').map(Number);
  const [nextYear, nextMonth] = month === 12 ? [year + 1, 1] : [year, month + 1];
  return { from: `${period}-01`, before: `${nextYear}-${String(nextMonth).padStart(2, '0')}-01` };
}
