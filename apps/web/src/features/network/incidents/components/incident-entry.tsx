import type { NetworkIncident } from '@portal/contract/network/incidents';
import type { ReactNode } from 'react';
import { formatMoment } from '../../../../shared/format/date.ts';
import { useText } from '../../../../shared/i18n/use-text.ts';
import { Badge, type BadgeKind } from '../../../../shared/ui/feedback/badge.tsx';
import { INCIDENT_KINDS, whereAndWhen } from '../incident-labels.ts';

const SEVERITIES: Record<NetworkIncident['severity'], BadgeKind> = { minor: 'warn', major: 'bad' };

export type IncidentEntryProps = {
  incident: NetworkIncident;
  /** Further content, below all updates. */
  children?: ReactNode;
};

/**
 * One fault or maintenance in full: what, where, when, why, and all updates, the newest first; on
 * paper.
 */
export function IncidentEntry({ incident, children }: IncidentEntryProps) {
  const t = useText();
  const { kind, severity, title, details, cause, updates } = incident;
  const { label, icon } = INCIDENT_KINDS[kind];
  return (
    <article aria-label={title} className="grid justify-items-start gap-1.5 py-5">
      <Badge kind={kind === 'incident' ? SEVERITIES[severity] : 'info'} icon={icon}>
        {t(label)}
      </Badge>
      <h3 className="h3 mt-1 break-words">{title}</h3>
      <p className="soft small break-words">{whereAndWhen(incident, t)}</p>
      {details && <p className="mt-1 max-w-[44em] whitespace-pre-line break-words">{details}</p>}
      {cause && <p className="soft max-w-[44em] break-words">{t('Cause: {cause}', { cause })}</p>}
      <UpdateList updates={updates} />
      {children}
    </article>
  );
}

/** The updates, the newest first; nothing without any. */
export function UpdateList({ updates }: Pick<NetworkIncident, 'updates'>) {
  const t = useText();
  if (updates.length === 0) return null;
  return (
    <ol className="mt-3 grid gap-3 border-line-strong border-l pl-4" aria-label={t('Updates')}>
      {updates.toReversed().map(({ text, at }) => (
        <li key={`${at} ${text}`} className="max-w-[44em]">
          <p className="muted small">
            <time dateTime={at}>{formatMoment(at)}</time>
          </p>
          <p className="whitespace-pre-line break-words">{text}</p>
        </li>
      ))}
    </ol>
  );
}
