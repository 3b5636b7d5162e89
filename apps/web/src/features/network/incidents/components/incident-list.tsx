import type { NetworkStatus } from '@portal/contract/network/incidents';
import { formatMoment } from '../../../../shared/format/date.ts';
import { useText } from '../../../../shared/i18n/use-text.ts';
import { ArrowLink } from '../../../../shared/ui/button/arrow-link.tsx';
import { Badge } from '../../../../shared/ui/feedback/badge.tsx';
import { INCIDENT_KINDS } from '../incident-labels.ts';
import { IncidentSummary } from './incident-summary.tsx';

/**
 * Faults and maintenance one by one, as staff describe them, with a link to the status page; on
 * glass.
 */
export function IncidentList({ status }: { status: NetworkStatus }) {
  const t = useText();
  return (
    <>
      {status.incidents.length > 0 && (
        <ul className="grid border-glass-line border-t">
          {status.incidents.map((incident) => (
            <li key={incident.id} className="grid justify-items-start gap-2 border-glass-line border-b py-4">
              <Badge kind="mute" icon={INCIDENT_KINDS[incident.kind].icon}>
                {t(INCIDENT_KINDS[incident.kind].label)}
              </Badge>
              <IncidentSummary incident={incident} />
            </li>
          ))}
        </ul>
      )}
      <p className="soft micro mt-4">{t('As of {time}', { time: formatMoment(status.updatedAt) })}</p>
      <ArrowLink to="/status" className="mt-2 text-on-glass!">
        {t('All areas and the last 30 days')}
      </ArrowLink>
    </>
  );
}
