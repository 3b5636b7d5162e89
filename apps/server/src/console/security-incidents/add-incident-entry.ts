import type { addIncidentEntry as addEntry, SecurityIncident } from '@portal/contract/console/security-incidents';
import type { infer as Infer } from 'zod/mini';
import type { Transaction } from '../../platform/database/connection.ts';
import { ApiError } from '../../platform/http/errors/api-error.ts';
import type { IncidentDependencies } from './incident-dependencies.ts';
import { readIncident } from './read-incidents.ts';
import { insertEntry, listEntryRows, lockIncident } from './security-incident.repository.ts';

type Order = Infer<typeof addEntry.body>;

/** Whether the same form has been sent before. Throws ApiError for what may not be added. */
async function isStored(tx: Transaction, incident: SecurityIncident, staffId: number, order: Order): Promise<boolean> {
  const rows = await listEntryRows(tx, [incident.id]);
  const isSame = ({ entry }: (typeof rows)[number]) =>
    entry.authorId === staffId && entry.clientEntryId === order.clientEntryId;
  if (rows.some(isSame)) return true;
  if (incident.state === 'closed') throw new ApiError('security-incident.closed');
  if (order.kind === 'contained' && incident.state === 'contained') {
    throw new ApiError('security-incident.done-before');
  }
  if (order.kind === 'closed' && incident.clocks.some(({ duty, doneAt }) => doneAt === null && duty !== 'ncc-update')) {
    throw new ApiError('security-incident.duties-left');
  }
  if (order.kind === 'duty') {
    const clock = incident.clocks.find(({ duty }) => duty === order.duty);
    if (!clock) throw new ApiError('security-incident.no-such-duty');
    if (clock.doneAt !== null) throw new ApiError('security-incident.done-before');
  }
  return false;
}

/** A message for each kind of entry that needs more than was sent; null when all is there. */
function missing({ kind, duty, facts, text }: Order): Record<string, string> | null {
  if (kind === 'duty' && duty === undefined) return { duty: 'Choose what was done.' };
  if (kind === 'facts' && facts === undefined) return { facts: 'Say what is known.' };
  if ((kind === 'note' || kind === 'contained' || kind === 'closed') && !text) return { text: 'Write the note.' };
  return null;
}

/**
 * Adds an entry to an incident, with the time of the database; audited. The same `clientEntryId` again
 * is the same entry. Throws ApiError security-incident.not-found, .closed, .done-before, .duties-left,
 * .no-such-duty.
 */
export async function addIncidentEntry(
  deps: IncidentDependencies,
  { id, staffId, ...order }: Order & { readonly id: string; readonly staffId: number },
): Promise<SecurityIncident> {
  const { kind, duty, facts, text, clientEntryId } = order;
  const errors = missing(order);
  if (errors) throw new ApiError('request.invalid', { errors, message: Object.values(errors)[0] ?? '' });
  await deps.database.transaction(async (tx) => {
    await readIncident(tx, id, deps.clock());
    await lockIncident(tx, id);
    const incident = await readIncident(tx, id, deps.clock());
    if (await isStored(tx, incident, staffId, order)) return;
    await insertEntry(tx, {
      incidentId: id,
      kind,
      duty: kind === 'duty' ? (duty ?? null) : null,
      facts: kind === 'facts' ? (facts ?? null) : null,
      text: text ?? '',
      authorId: staffId,
      clientEntryId,
    });
    const subject = `security-incident:${id}`;
    const after = { kind, ...(kind === 'duty' && { duty }) };
    await deps.recordAudit(tx, { actorId: staffId, action: 'security-incident.add', subject, before: null, after });
  });
  return readIncident(deps.database, id, deps.clock());
}
