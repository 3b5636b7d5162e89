import {
  addIncidentEntry as addEntry,
  downloadIncidentRecord,
  getSecurityIncident,
  listSecurityIncidents,
  openSecurityIncident,
} from '@portal/contract/console/security-incidents';
import type { Routes } from '../../platform/http/contract/route-from-contract.ts';
import { addIncidentEntry } from './add-incident-entry.ts';
import type { IncidentDependencies } from './incident-dependencies.ts';
import { renderIncidentRecord } from './incident-record.ts';
import { openIncident } from './open-incident.ts';
import { readIncident, readIncidents } from './read-incidents.ts';

/** The register of security incidents, read from the primary: its clocks count minutes. */
export function registerSecurityIncidents(
  routes: Routes,
  deps: IncidentDependencies & { readonly legalName: () => string },
): void {
  const { database, clock } = deps;

  routes.serve(listSecurityIncidents, async ({ query }) => readIncidents(database, query.before ?? null, clock()));

  routes.serve(getSecurityIncident, async ({ params }) => readIncident(database, params.id, clock()));

  routes.serve(openSecurityIncident, async ({ viewer, body }) => ({
    success: true as const,
    message: 'The incident is in the register.',
    incident: await openIncident(deps, viewer.user.id, body),
  }));

  routes.serve(addEntry, async ({ viewer, params, body }) => ({
    success: true as const,
    message: 'It is in the register.',
    incident: await addIncidentEntry(deps, { ...body, id: params.id, staffId: viewer.user.id }),
  }));

  routes.serve(downloadIncidentRecord, async ({ viewer, params, reply }) => {
    const incident = await readIncident(database, params.id, clock());
    await database.transaction((tx) =>
      deps.recordAudit(tx, {
        actorId: viewer.user.id,
        action: 'export.download',
        subject: `security-incident:${incident.id}`,
        before: null,
        after: null,
      }),
    );
    return reply
      .header('content-type', 'text/plain; charset=utf-8')
      .header('content-disposition', `attachment; filename="${incident.number}.txt"`)
      .send(renderIncidentRecord(incident, deps.legalName(), clock()));
  });
}
