import { formatDay, formatTime } from '../../../../shared/format/date.ts';

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;

/**
 * How long somebody has been waiting: '4:12', from an hour on '1 h 05 min'. A clock that is behind
 * the server's shows 0:00.
 */
export function waitLabel(since: string, nowMs: number): string {
  const passed = Math.max(0, nowMs - Date.parse(since));
  const minutes = Math.floor(passed / MINUTE_MS);
  if (passed >= HOUR_MS) return `${Math.floor(minutes / 60)} h ${String(minutes % 60).padStart(2, '0')} min`;
  return `${minutes}:${String(Math.floor(passed / SECOND_MS) % 60).padStart(2, '0')}`;
}

/** When something was, for a list: 'now', '2 min', '18:56' today in Lagos, '4 July' before. */
export function momentLabel(iso: string, nowMs: number): string {
  const passed = nowMs - Date.parse(iso);
  if (passed < MINUTE_MS) return 'now';
  if (passed < HOUR_MS) return `${Math.floor(passed / MINUTE_MS)} min`;
  return formatDay(iso) === formatDay(new Date(nowMs).toISOString()) ? formatTime(iso) : formatDay(iso);
}

/** The time between two moments: '48 s', '3 min', '2 h 10 min'. */
export function spanLabel(from: string, to: string): string {
  const seconds = Math.max(0, Math.round((Date.parse(to) - Date.parse(from)) / SECOND_MS));
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.round(seconds / 60);
  return minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}
