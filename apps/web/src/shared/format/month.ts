import { lazy } from './lazy.ts';

const month = lazy(() => new Intl.DateTimeFormat('en-NG', { timeZone: 'UTC', month: 'long', year: 'numeric' }));

/** 'July 2025' for the month '2025-07'. */
export function formatMonth(yearAndMonth: string): string {
  return month().format(new Date(`${yearAndMonth}-01T00:00:00Z`));
}
