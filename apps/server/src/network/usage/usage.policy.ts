import type { UsageDay, UsageMonth, UsageView } from '@portal/contract/network/usage';
import { lagosMidnight } from '@portal/kernel/calendar';
import { BYTES_PER_GB } from '@portal/kernel/data-size';
import { presentAtLimit, presentFreeHours } from '../../catalogue/index.ts';
import { restrictionOf } from '../access/line.policy.ts';

/**
 * Gigabytes as the database has them. A null limit is unlimited; `addedGb` were bought
 * or credited on top of it.
 */
export type UsageRow = {
  readonly period: string;
  readonly dataUsed: string;
  readonly dataLimit: string | null;
  readonly addedGb: number;
  readonly freeBytes: number;
  readonly updatedAt: Date;
  /** What is in force at the network; null without a login. */
  readonly limitReachedPeriod: string | null;
  readonly limited: 'slower' | 'stop' | null;
  readonly limitedDownloadMbps: number | null;
  readonly limitedUploadMbps: number | null;
  /** The plan of the line at the network; null without one. */
  readonly atLimit: 'nothing' | 'slower' | 'stop' | null;
  readonly limitDownloadMbps: number | null;
  readonly limitUploadMbps: number | null;
  readonly freeFromHour: number | null;
  readonly freeUntilHour: number | null;
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

const withAdded = (limit: number | null, addedGb: number): number | null => (limit === null ? null : limit + addedGb);

/** What is in force in `period` because its data are used up; a `stop` is no speed at all. */
function limitedOf(row: UsageRow, period: string): UsageView['limited'] {
  if (row.limitReachedPeriod !== period) return null;
  const { limited, limitedDownloadMbps: downloadMbps, limitedUploadMbps: uploadMbps } = row;
  const restriction = restrictionOf({ limited, downloadMbps, uploadMbps });
  if (restriction === null) return null;
  const until = lagosMidnight(daysOfPeriod(period).before).toISOString();
  return restriction.do === 'slower'
    ? { ...restriction, until }
    : { do: 'stop', downloadMbps: 0, uploadMbps: 0, until };
}

/** What the plan does at its limit, and its free hours with what was used in them. */
function rulesOf(row: UsageRow, freeBytes: number): Pick<UsageView, 'atLimit' | 'freeHours'> {
  const { atLimit, limitDownloadMbps, limitUploadMbps } = row;
  const freeHours = presentFreeHours(row);
  return {
    ...(atLimit !== null &&
      atLimit !== 'nothing' && { atLimit: presentAtLimit({ atLimit, limitDownloadMbps, limitUploadMbps }) }),
    ...(freeHours && { freeHours: { ...freeHours, used: inGigabytes(freeBytes) } }),
  };
}

/**
 * The usage of `period` from the customer's latest row, which may be of an earlier month: then
 * nothing has been used yet. Without any row, and nothing bought, it is the sample. The limit is
 * that of the month where it has a row, else that of the plan (`planLimit` null: unlimited;
 * undefined: no plan), else that of the month before, plus what was bought for `period`.
 */
export function usageOf(
  latest: UsageRow | null,
  present: { readonly period: string; readonly planLimit: number | null | undefined; readonly addedGb: number },
): UsageView {
  const { period, planLimit, addedGb } = present;
  if (latest === null && addedGb === 0)
    return {
      ...SAMPLE,
      period,
      updatedAt: null,
      sample: true,
      limited: null,
    };
  const current = latest?.period === period ? latest : null;
  const upcoming = planLimit === undefined ? latest && limitOf(latest) : planLimit;
  return {
    dataUsed: current ? gigabytes(current.dataUsed) : 0,
    dataLimit: withAdded(current ? limitOf(current) : upcoming, addedGb),
    period,
    updatedAt: current ? current.updatedAt.toISOString() : null,
    sample: false,
    limited: current && limitedOf(current, period),
    ...(latest && rulesOf(latest, current?.freeBytes ?? 0)),
  };
}

export function usageMonthOf(row: UsageRow): UsageMonth {
  return { period: row.period, dataUsed: gigabytes(row.dataUsed), dataLimit: withAdded(limitOf(row), row.addedGb) };
}

const inGigabytes = (bytes: number): number => Math.max(0, Math.round((bytes / BYTES_PER_GB) * 100) / 100);

/** To the hundredth of a gigabyte. */
export function usageDayOf(row: {
  readonly day: string;
  readonly downloadBytes: number;
  readonly uploadBytes: number;
  readonly freeBytes: number;
}): UsageDay {
  return {
    day: row.day,
    downloaded: inGigabytes(row.downloadBytes),
    uploaded: inGigabytes(row.uploadBytes),
    ...(row.freeBytes > 0 && { free: inGigabytes(row.freeBytes) }),
  };
}

/** The first days of a month, "2026-11", and of the next. */
export function daysOfPeriod(period: string): { readonly from: string; readonly before: string } {
  const [year = 0, month = 0] = period.split('-').map(Number);
  const [nextYear, nextMonth] = month === 12 ? [year + 1, 1] : [year, month + 1];
  return { from: `${period}-01`, before: `${nextYear}-${String(nextMonth).padStart(2, '0')}-01` };
}
