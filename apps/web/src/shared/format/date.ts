import { now } from './clock.ts';
import { lazy } from './lazy.ts';

const day = lazy(
  () =>
    new Intl.DateTimeFormat('en-NG', {
      timeZone: 'Africa/Lagos',
      day: 'numeric',
      month: 'long',
      year: 'numeric',
    }),
);
const dayOfYear = lazy(
  () => new Intl.DateTimeFormat('en-NG', { timeZone: 'Africa/Lagos', day: 'numeric', month: 'long' }),
);
const shortDay = lazy(
  () => new Intl.DateTimeFormat('en-NG', { timeZone: 'Africa/Lagos', day: 'numeric', month: 'short' }),
);
const year = lazy(() => new Intl.DateTimeFormat('en-NG', { timeZone: 'Africa/Lagos', year: 'numeric' }));
const time = lazy(
  () => new Intl.DateTimeFormat('en-NG', { timeZone: 'Africa/Lagos', hour: '2-digit', minute: '2-digit' }),
);

const timeWithSeconds = lazy(() => new Intl.DateTimeFormat('en-GB', { timeZone: 'Africa/Lagos', timeStyle: 'medium' }));

/** '4 July 2025', as the calendar in Lagos has it. `iso` is a timestamp from the server. */
export function formatDate(iso: string): string {
  return day().format(new Date(iso));
}

/** '4 July 2025, 08:14' in Lagos. */
export function formatDateTime(iso: string): string {
  const at = new Date(iso);
  return `${day().format(at)}, ${time().format(at)}`;
}

/** '08:14' in Lagos. */
export function formatTime(iso: string): string {
  return time().format(new Date(iso));
}

/** '08:14:20' in Lagos. */
export function formatTimeWithSeconds(iso: string): string {
  return timeWithSeconds().format(new Date(iso));
}

/** '4 July' in Lagos, with the year where it is not this one. */
export function formatDay(iso: string): string {
  const at = new Date(iso);
  return year().format(at) === year().format(now()) ? dayOfYear().format(at) : day().format(at);
}

/** '4 July, 08:14' in Lagos, with the year where it is not this one. */
export function formatMoment(iso: string): string {
  return `${formatDay(iso)}, ${time().format(new Date(iso))}`;
}

/** '4 Jul', for the axis of a chart. */
export function formatShortDay(iso: string): string {
  return shortDay().format(new Date(iso));
}

/** '08:14' for a moment of today in Lagos, else '4 July, 08:14'. */
export function formatTimeOrMoment(iso: string): string {
  const at = new Date(iso);
  return day().format(at) === day().format(now()) ? time().format(at) : formatMoment(iso);
}
