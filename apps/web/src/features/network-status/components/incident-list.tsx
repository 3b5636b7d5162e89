import type { NetworkIncident, NetworkStatus } from '@portal/contract/network-status';
import { TriangleAlert, Wrench } from 'lucide-react';
import { formatDate, formatMoment, formatTime } from '../../../shared/format/date.ts';
import { phrase, type Translate } from '../../../shared/i18n/translate.ts';
import { useText } from '../../../shared/i18n/use-text.ts';
import { Badge } from '../../../shared/ui/badge.tsx';

const KINDS = {
  incident: { label: phrase('Fault'), icon: TriangleAlert },
  maintenance: { label: phrase('Maintenance'), icon: Wrench },
} as const;

/** Faults and maintenance one by one, as staff describe them; on glass. */
export function IncidentList({ status }: { status: NetworkStatus }) {
  const t = useText();
  return (
    <>
      {status.incidents.length > 0 && (
        <ul className="grid border-glass-line border-t">
          {status.incidents.map((incident) => (
            <li key={incident.id} className="grid justify-items-start gap-1.5 border-glass-line border-b py-4">
              <Badge kind="mute" icon={KINDS[incident.kind].icon}>
                {t(KINDS[incident.kind].label)}
              </Badge>
              <h3 className="semi mt-1">{incident.title}</h3>
              <p className="soft small">{whereAndWhen(incident, t)}</p>
              {incident.details && <p className="small">{incident.details}</p>}
            </li>
          ))}
        </ul>
      )}
      <p className="soft micro mt-4">{t('As of {time}', { time: formatMoment(status.updatedAt) })}</p>
    </>
  );
}

function whereAndWhen({ area, status, startsAt, endsAt }: NetworkIncident, t: Translate): string {
  const start = formatMoment(startsAt);
  if (endsAt) {
    const sameDay = formatDate(startsAt) === formatDate(endsAt);
    return t('{area}, {start} to {end}', { area, start, end: sameDay ? formatTime(endsAt) : formatMoment(endsAt) });
  }
  if (status === 'scheduled') return t('{area}, from {start}', { area, start });
  return t('{area}, since {start}', { area, start });
}
