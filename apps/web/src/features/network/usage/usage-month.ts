import { lazy } from '../../../shared/format/lazy.ts';

const long = lazy(() => new Intl.DateTimeFormat('en-NG', { timeZone: 'UTC', month: 'long', year: 'numeric' }));
const short = lazy(() => new Intl.DateTimeFormat('en-NG', { timeZone: 'UTC', month: 'short' }));
const day = lazy(() => new Intl.DateTimeFormat('en-NG', { timeZone: 'UTC', day: 'numeric', month: 'long' }));

/** 'April 2025' for the period '2025-04'. */
export function monthName(period: string): string {
  return long().format(firstDay(period));
}

/** 'Apr' for the period '2025-04'. */
export function shortMonthName(period: string): string {
  return short().format(firstDay(period));
}

/** '1 May' for the period '2025-04': the day on which the allowance is reset. */
export function renewalDay(period: string): string {
  const next = firstDay(period);
  next.setUTCMonth(next.getUTCMonth() + 1);
  return day().format(next);
}

function firstDay(period: string): Date {
  return new Date(`${period}-01T00:00:00Z`);
}
