import type { TicketSla } from '@portal/contract/support/tickets';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

const NAMES = { 'first-response': 'First response', resolution: 'Resolution' } as const;

export type Due = {
  /** 'First response due in 1 h 20 min', 'Resolution overdue by 3 h'. */
  readonly text: string;
  /** `soon` within the hour. */
  readonly urgency: 'overdue' | 'soon' | 'later';
};

/** The next deadline, as seen at `now`. */
export function dueLabel({ what, by }: NonNullable<TicketSla['next']>, now: Date): Due {
  const leftMs = new Date(by).getTime() - now.getTime();
  if (leftMs < 0) return { text: `${NAMES[what]} overdue by ${span(-leftMs)}`, urgency: 'overdue' };
  return { text: `${NAMES[what]} due in ${span(leftMs)}`, urgency: leftMs < HOUR_MS ? 'soon' : 'later' };
}

/** The two largest units: '3 days 4 h', '1 h 20 min', '20 min'. */
function span(ms: number): string {
  if (ms < MINUTE_MS) return 'less than a minute';
  const days = Math.floor(ms / DAY_MS);
  const hours = Math.floor((ms % DAY_MS) / HOUR_MS);
  const minutes = Math.floor((ms % HOUR_MS) / MINUTE_MS);
  const parts =
    days > 0 ? [days === 1 ? '1 day' : `${days} days`, part(hours, 'h')] : [part(hours, 'h'), part(minutes, 'min')];
  return parts.filter(Boolean).join(' ');
}

function part(count: number, unit: string): string {
  return count === 0 ? '' : `${count} ${unit}`;
}
