import type { Outage, OutageLine } from '@portal/contract/network/staff-outage-credits';
import { CircleCheck, CircleX, Clock, ListChecks } from 'lucide-react';
import { bidiIsolate } from '../../../../shared/format/bidi-isolate.ts';
import { formatMoment } from '../../../../shared/format/date.ts';
import type { StatusLook } from '../../../../shared/ui/feedback/status-badge.tsx';

export const OUTAGE_STATES: Record<Outage['state'], StatusLook> = {
  listing: { label: 'Preparing the list', kind: 'info', icon: Clock },
  listed: { label: 'Needs review', kind: 'warn', icon: ListChecks },
  applying: { label: 'Applying credits', kind: 'info', icon: Clock },
  done: { label: 'Credited', kind: 'ok', icon: CircleCheck },
};

export const LINE_STATES: Record<OutageLine['state'], StatusLook> = {
  waiting: { label: 'Eligible', kind: 'mute', icon: Clock },
  excluded: { label: 'Excluded', kind: 'warn', icon: CircleX },
  credited: { label: 'Credited', kind: 'ok', icon: CircleCheck },
  ended: { label: 'Line ended', kind: 'mute', icon: CircleX },
};

const HOUR = 60;
const DAY = 24 * HOUR;

function counted(count: number, one: string, many: string): string[] {
  if (count === 0) return [];
  return [count === 1 ? `1 ${one}` : `${count.toLocaleString('en-NG')} ${many}`];
}

/** '1 day 6 hours', to the minute where it is less than a day. */
export function durationLabel(minutes: number): string {
  const days = Math.floor(minutes / DAY);
  const hours = Math.floor((minutes % DAY) / HOUR);
  const rest = days > 0 ? 0 : minutes % HOUR;
  const words = [
    ...counted(days, 'day', 'days'),
    ...counted(hours, 'hour', 'hours'),
    ...counted(rest, 'minute', 'minutes'),
  ];
  return words.length === 0 ? 'less than a minute' : words.join(' ');
}

/** From when to when an outage lasted, and how long. */
export function outageTime({ startsAt, endsAt }: Pick<Outage, 'startsAt' | 'endsAt'>): string {
  const minutes = Math.floor((Date.parse(endsAt) - Date.parse(startsAt)) / 60_000);
  return `${formatMoment(startsAt)} to ${formatMoment(endsAt)}, ${durationLabel(minutes)}`;
}

/** The number of lines, in words. */
export function lineCountLabel(count: number): string {
  return counted(count, 'line', 'lines')[0] ?? 'no line';
}

/** Its next step, or its outcome. */
export function outageStatusText({ state, counts, applyAt, doneAt, appliedBy }: Outage): string {
  if (state === 'listing') return 'The list of affected lines is being prepared.';
  if (state === 'listed') {
    return counts.waiting === 0
      ? 'No eligible line: there is nothing to credit.'
      : `${lineCountLabel(counts.waiting)} will be credited automatically on ${formatMoment(applyAt)}.`;
  }
  const who = appliedBy ? `, as ${bidiIsolate(appliedBy.name)} decided` : '';
  if (state === 'applying') return `${lineCountLabel(counts.waiting)} still to be credited${who}.`;
  return `${lineCountLabel(counts.credited)} credited on ${formatMoment(doneAt ?? applyAt)}${who}.`;
}
