import type { NetworkIncident } from '@portal/contract/network/incidents';
import { TriangleAlert, Wrench } from 'lucide-react';
import { formatDate, formatMoment, formatTime } from '../../../shared/format/date.ts';
import { phrase, type Translate } from '../../../shared/i18n/translate.ts';

/** The name and the sign of each kind of incident. */
export const INCIDENT_KINDS = {
  incident: { label: phrase('Fault'), icon: TriangleAlert },
  maintenance: { label: phrase('Maintenance'), icon: Wrench },
} as const;

/**
 * Where it is, and from when to when, in Lagos time: 'Garki, 4 July, 08:14 to 10:00'. The end of a
 * fault that lasts is an estimate and said to be one.
 */
export function whereAndWhen({ kind, area, status, startsAt, endsAt }: NetworkIncident, t: Translate): string {
  const start = formatMoment(startsAt);
  if (endsAt) {
    const sameDay = formatDate(startsAt) === formatDate(endsAt);
    const end = sameDay ? formatTime(endsAt) : formatMoment(endsAt);
    if (kind === 'incident' && status !== 'resolved') {
      return t('{area}, since {start}, expected to end {end}', { area, start, end });
    }
    return t('{area}, {start} to {end}', { area, start, end });
  }
  if (status === 'scheduled') return t('{area}, from {start}', { area, start });
  return t('{area}, since {start}', { area, start });
}
