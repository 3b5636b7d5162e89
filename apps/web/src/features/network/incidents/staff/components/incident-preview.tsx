import type { NetworkIncident } from '@portal/contract/network/incidents';
import { fromLagosInput } from '../../../../../shared/format/lagos-input.ts';
import { IncidentEntry } from '../../components/incident-entry.tsx';
import type { IncidentFields } from '../incident-fields.ts';

/**
 * The entry as the status page will have it, while it is being written. Nothing until it has a
 * name, an area and a beginning.
 */
export function IncidentPreview({ fields }: { fields: IncidentFields }) {
  const incident = draftOf(fields);
  return (
    <section aria-labelledby="preview-title" className="border-ink border-t pt-4">
      <h2 className="h4" id="preview-title">
        What customers see
      </h2>
      {incident ? (
        <IncidentEntry incident={incident} />
      ) : (
        <p className="soft small mt-3">Write the area and what it is: the entry of the status page appears here.</p>
      )}
    </section>
  );
}

function draftOf(fields: IncidentFields): NetworkIncident | null {
  const [startsAt, endsAt] = [fromLagosInput(fields.startsAt), fromLagosInput(fields.endsAt)];
  const [area, title] = [fields.area.trim(), fields.title.trim()];
  if (!area || !title || startsAt === null || Number.isNaN(Date.parse(startsAt))) return null;
  return {
    id: 'draft',
    kind: fields.kind,
    severity: fields.severity,
    area,
    title,
    startsAt,
    endsAt,
    details: fields.details.trim(),
    cause: fields.cause.trim(),
    updates: [],
    status: fields.kind === 'incident' ? 'open' : 'scheduled',
  };
}
