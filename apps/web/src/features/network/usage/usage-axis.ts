import type { UsageMonth } from '@portal/contract/network/usage';
import { roundStep } from '../../../shared/ui/chart/round-step.ts';

const GB_PER_TB = 1024;

export type UsageAxis = {
  /** Gigabytes at the top of the axis. */
  readonly top: number;
  /** Gigabytes at the five lines, from 0 to the top. */
  readonly ticks: readonly number[];
  readonly unit: 'GB' | 'TB';
  /** Gigabytes in one unit of the axis. */
  readonly unitSize: number;
};

/**
 * The axis for these months or days: up to the highest allowance in quarters, or above it to a
 * round figure where more was used or nothing is limited.
 */
export function usageAxis(months: readonly Pick<UsageMonth, 'dataUsed' | 'dataLimit'>[]): UsageAxis {
  const limit = Math.max(0, ...months.map(({ dataLimit }) => dataLimit ?? 0));
  const used = Math.max(0, ...months.map(({ dataUsed }) => dataUsed));
  const highest = Math.max(limit, used, 1);
  const unit = highest < GB_PER_TB ? 'GB' : 'TB';
  const unitSize = unit === 'GB' ? 1 : GB_PER_TB;
  const top = limit >= used && limit > 0 ? limit : 4 * roundStep(highest / unitSize / 4) * unitSize;
  return { top, ticks: [0, 1, 2, 3, 4].map((quarter) => (quarter * top) / 4), unit, unitSize };
}
