import type { AuditEntry } from '@portal/kernel/audit-entry';
import type { Clock } from '@portal/kernel/clock';
import type { Database, Transaction } from '../../platform/database/connection.ts';
import { ApiError } from '../../platform/http/errors/api-error.ts';
import { insertNote, listTags, lockCustomer, replaceTags } from './note.repository.ts';

export type NoteDependencies = {
  readonly database: Database;
  readonly clock: Clock;
  readonly recordAudit: (tx: Transaction, entry: AuditEntry) => Promise<void>;
};

type About = { readonly staffId: number; readonly userId: number };

/**
 * Notes something about a customer; audited without the text, since the audit log is never deleted.
 * The same `clientNoteId` again is the same note. Throws ApiError customer.not-found.
 */
export async function addNote(
  deps: NoteDependencies,
  { staffId, userId, text, clientNoteId }: About & { readonly text: string; readonly clientNoteId: string },
) {
  return deps.database.transaction(async (tx) => {
    if (!(await lockCustomer(tx, userId))) throw new ApiError('customer.not-found');
    const order = { userId, authorId: staffId, text, clientNoteId, createdAt: deps.clock() };
    const { note, isNew } = await insertNote(tx, order);
    if (isNew) {
      const subject = `customer:${userId}`;
      const after = { note: note.id };
      await deps.recordAudit(tx, { actorId: staffId, action: 'customer.note', subject, before: null, after });
    }
    return { id: note.id, text: note.text, at: note.createdAt.toISOString() };
  });
}

type TagOrder = About & { readonly tag: string; readonly has: boolean };

/**
 * Gives a customer a tag, in lower case, or takes it, in the caller's transaction; audited where it
 * changes something. Throws ApiError customer.not-found.
 */
export async function changeTag(
  deps: Omit<NoteDependencies, 'database'>,
  tx: Transaction,
  { staffId, userId, tag, has }: TagOrder,
): Promise<void> {
  if (!(await lockCustomer(tx, userId))) throw new ApiError('customer.not-found');
  const before = await listTags(tx, userId);
  const wanted = new Set(before);
  if (has) wanted.add(tag);
  else wanted.delete(tag);
  await writeTags(deps, tx, { staffId, userId, before, wanted });
}

async function writeTags(
  deps: Omit<NoteDependencies, 'database'>,
  tx: Transaction,
  { staffId, userId, before, wanted }: About & { readonly before: string[]; readonly wanted: ReadonlySet<string> },
): Promise<string[]> {
  if (wanted.size === before.length && before.every((tag) => wanted.has(tag))) return before;
  await replaceTags(tx, { userId, tags: [...wanted], createdAt: deps.clock() });
  const tags = await listTags(tx, userId);
  await deps.recordAudit(tx, {
    actorId: staffId,
    action: 'customer.tags',
    subject: `customer:${userId}`,
    before: { tags: before.join(', ') },
    after: { tags: tags.join(', ') },
  });
  return tags;
}

/**
 * Replaces the tags of a customer, in lower case and each once, and returns them by name; audited.
 * Throws ApiError customer.not-found.
 */
export async function setTags(
  deps: NoteDependencies,
  { staffId, userId, tags: given }: About & { readonly tags: readonly string[] },
): Promise<string[]> {
  return deps.database.transaction(async (tx) => {
    if (!(await lockCustomer(tx, userId))) throw new ApiError('customer.not-found');
    const before = await listTags(tx, userId);
    const wanted = new Set(given.map((tag) => tag.toLowerCase()));
    return writeTags(deps, tx, { staffId, userId, before, wanted });
  });
}
