import { lagosDay } from '@portal/kernel/calendar';

/**
 * The months of Lagos from that of one moment to that of another, newest first, such as "2026-11".
 */
export function statementMonths(since: Date, until: Date): string[] {
  const [first, last] = [since, until].map((at) => lagosDay(at)).map(({ year, month }) => year * 12 + month - 1);
  if (first === undefined || last === undefined) return [];
  const count = Math.max(last - first, 0) + 1;
  return Array.from({ length: count }, (_, index) => monthOf(last - index));
}

/** `months` counts from year 0, January being 0. */
function monthOf(months: number): string {
  return `${Math.floor(months / 12)}-${String((months % 12) + 1).padStart(2, '0')}`;
}
