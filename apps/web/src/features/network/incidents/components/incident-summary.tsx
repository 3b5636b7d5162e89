import type { NetworkIncident } from '@portal/contract/network/incidents';
import { formatMoment } from '../../../../shared/format/date.ts';
import { useText } from '../../../../shared/i18n/use-text.ts';
import { whereAndWhen } from '../incident-labels.ts';

/** One fault or maintenance in short: what, where and when, why, and its latest update. */
export function IncidentSummary({ incident }: { incident: NetworkIncident }) {
  const t = useText();
  const { title, details, cause, updates } = incident;
  const last = updates.at(-1);
  return (
    <>
      <h3 className="semi break-words">{title}</h3>
      <p className="soft small break-words">{whereAndWhen(incident, t)}</p>
      {details && <p className="small whitespace-pre-line break-words">{details}</p>}
      {cause && <p className="small break-words">{t('Cause: {cause}', { cause })}</p>}
      {last && (
        <p className="small whitespace-pre-line break-words">
          <time className="soft" dateTime={last.at}>
            {formatMoment(last.at)}:
          </time>{' '}
          {last.text}
        </p>
      )}
    </>
  );
}
