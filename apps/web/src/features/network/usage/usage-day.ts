import type { UsageDay } from '@portal/contract/network/usage';

export type DayTotal = UsageDay & { readonly total: number };

/** To and from the customer together, in gigabytes, to the hundredth. */
export function dayTotal(day: UsageDay): DayTotal {
  return { ...day, total: Math.round((day.downloaded + day.uploaded) * 100) / 100 };
}

/** Every day of the month '2026-11' in order; those without a record have nothing used. */
export function wholeMonth(period: string, days: readonly UsageDay[]): readonly DayTotal[] {
  const [year = 0, month = 0] = period.split('-').map(Number);
  const length = new Date(Date.UTC(year, month, 0)).getUTCDate();
  return Array.from({ length }, (_, index) => {
    const day = `${period}-${String(index + 1).padStart(2, '0')}`;
    return dayTotal(days.find((recorded) => recorded.day === day) ?? { day, downloaded: 0, uploaded: 0 });
  });
}

/** The months up to and with `period`, the latest first. */
export function latestMonths(period: string, count: number): readonly string[] {
  const [year = 0, month = 0] = period.split('-').map(Number);
  return Array.from({ length: count }, (_, index) =>
    new Date(Date.UTC(year, month - 1 - index)).toISOString().slice(0, 7),
  );
}
