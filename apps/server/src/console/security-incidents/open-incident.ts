import type { IncidentForm, SecurityIncident } from '@portal/contract/console/security-incidents';
import { ApiError } from '../../platform/http/errors/api-error.ts';
import type { IncidentDependencies } from './incident-dependencies.ts';
import { readIncident } from './read-incidents.ts';
import { remindOfDuties } from './remind-of-duties.ts';
import { findIncidentByClientId, insertEntry, insertIncident } from './security-incident.repository.ts';

/**
 * Opens an incident with what is known; its clocks count from when it was noticed. Audited, and what
 * is due at once is mailed at once. The same `clientIncidentId` again is the same incident. Throws
 * ApiError security-incident.in-future.
 */
export async function openIncident(
  deps: IncidentDependencies,
  staffId: number,
  form: IncidentForm,
): Promise<SecurityIncident> {
  const { kind, title, noticedAt: noticed, auditRecordId = null, clientIncidentId, ...facts } = form;
  const now = deps.clock();
  const noticedAt = new Date(noticed);
  if (noticedAt > now) throw new ApiError('security-incident.in-future');
  const id = await deps.database.transaction(async (tx) => {
    const order = { kind, title, noticedAt, auditRecordId, openedBy: staffId, clientIncidentId };
    const opened = await insertIncident(tx, order);
    if (opened === null) return findIncidentByClientId(tx, staffId, clientIncidentId);
    await insertEntry(tx, {
      incidentId: opened,
      kind: 'facts',
      facts,
      text: '',
      authorId: staffId,
      clientEntryId: clientIncidentId,
    });
    const subject = `security-incident:${opened}`;
    await deps.recordAudit(tx, {
      actorId: staffId,
      action: 'security-incident.open',
      subject,
      before: null,
      after: { kind },
    });
    return opened;
  });
  if (id === null) throw new Error('the incident is not there');
  await remindOfDuties(deps, id);
  return readIncident(deps.database, id, now);
}
