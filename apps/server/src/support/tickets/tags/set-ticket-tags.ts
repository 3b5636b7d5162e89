import type { Transaction } from '../../../platform/database/connection.ts';
import { ApiError } from '../../../platform/http/errors/api-error.ts';
import { lockTicket } from '../ticket.repository.ts';
import type { TicketDependencies } from '../ticket-dependencies.ts';
import { listTags, replaceTags } from './ticket-tag.repository.ts';

const MOST = 20;

type TagOrder = { readonly ticketId: string; readonly staffId: number };

async function writeTags(
  deps: Pick<TicketDependencies, 'clock' | 'recordAudit'>,
  tx: Transaction,
  { ticketId, staffId, before, wanted }: TagOrder & { readonly before: string[]; readonly wanted: ReadonlySet<string> },
): Promise<string[]> {
  if (wanted.size === before.length && before.every((tag) => wanted.has(tag))) return before;
  if (wanted.size > MOST) throw new ApiError('ticket.too-many-tags');
  await replaceTags(tx, { ticketId, tags: [...wanted], createdAt: deps.clock() });
  const tags = await listTags(tx, ticketId);
  await deps.recordAudit(tx, {
    actorId: staffId,
    action: 'ticket.tags',
    subject: `ticket:${ticketId}`,
    before: { tags: before.join(', ') },
    after: { tags: tags.join(', ') },
  });
  return tags;
}

/**
 * Adds tags to a ticket that the caller has locked, in lower case; audited where it changes something.
 * Throws ApiError ticket.too-many-tags.
 */
export async function addTags(
  deps: Pick<TicketDependencies, 'clock' | 'recordAudit'>,
  tx: Transaction,
  { ticketId, staffId, tags }: TagOrder & { readonly tags: readonly string[] },
): Promise<void> {
  if (tags.length === 0) return;
  const before = await listTags(tx, ticketId);
  const wanted = new Set([...before, ...tags.map((tag) => tag.toLowerCase())]);
  await writeTags(deps, tx, { ticketId, staffId, before, wanted });
}

/**
 * Replaces the tags of a ticket, in lower case and each once, and returns them by name; audited. Closed
 * tickets have tags too. Throws ApiError ticket.not-found.
 */
export async function setTicketTags(
  deps: TicketDependencies,
  { ticketId, staffId, tags: given }: TagOrder & { readonly tags: readonly string[] },
): Promise<string[]> {
  const tags = await deps.database.transaction(async (tx) => {
    const ticket = await lockTicket(tx, ticketId, null);
    if (!ticket) throw new ApiError('ticket.not-found');
    const wanted = new Set(given.map((tag) => tag.toLowerCase()));
    return writeTags(deps, tx, { ticketId: ticket.id, staffId, before: await listTags(tx, ticket.id), wanted });
  });
  deps.publishChange('staff', 'tickets');
  return tags;
}
