import type { PastIncident } from '@portal/contract/network/incidents';
import { useText } from '../../../../shared/i18n/use-text.ts';
import { Badge } from '../../../../shared/ui/feedback/badge.tsx';
import { INCIDENT_KINDS, whereAndWhen } from '../incident-labels.ts';
import { UpdateList } from './incident-entry.tsx';

/** Past incidents, the latest first; the updates open below each, also without script. */
export function PastIncidents({ incidents }: { incidents: readonly PastIncident[] }) {
  return (
    <ul className="mt-4 border-ink border-t">
      {incidents.map((incident) => (
        <PastEntry key={incident.id} incident={incident} />
      ))}
    </ul>
  );
}

function PastEntry({ incident }: { incident: PastIncident }) {
  const t = useText();
  const { kind, title, area, cause, details, updates, startsAt, endedAt } = incident;
  const { label, icon } = INCIDENT_KINDS[kind];
  const calledOff = Date.parse(endedAt) < Date.parse(startsAt);
  return (
    <li className="grid justify-items-start gap-1.5 border-line border-b py-4">
      <Badge kind="mute" icon={icon}>
        {t(label)}
      </Badge>
      <h3 className="semi mt-1 break-words">{title}</h3>
      <p className="soft small break-words">
        {calledOff
          ? t('{area}, called off', { area })
          : whereAndWhen({ ...incident, status: 'resolved', endsAt: endedAt }, t)}
      </p>
      {cause && <p className="small max-w-[44em] break-words">{t('Cause: {cause}', { cause })}</p>}
      {(details || updates.length > 0) && (
        <details className="w-full">
          <summary className="link small inline-flex min-h-11 cursor-pointer items-center">{t('How it went')}</summary>
          {details && <p className="small max-w-[44em] whitespace-pre-line break-words">{details}</p>}
          <UpdateList updates={updates} />
        </details>
      )}
    </li>
  );
}
