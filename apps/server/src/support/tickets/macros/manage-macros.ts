import type { Macro, MacroForm } from '@portal/contract/support/macros';
import type { Queryable, Transaction } from '../../../platform/database/connection.ts';
import { ApiError } from '../../../platform/http/errors/api-error.ts';
import { lockReply } from '../../saved-replies/saved-reply.repository.ts';
import { findPerson } from '../ticket.repository.ts';
import type { TicketDependencies } from '../ticket-dependencies.ts';
import { deleteMacro, findMacro, insertMacro, listMacros, lockMacro, updateMacro } from './macro.repository.ts';

type Deps = Pick<TicketDependencies, 'database' | 'recordAudit'>;

/** What staff may do to a ticket with one press, by title. */
export async function listAllMacros(database: Queryable): Promise<Macro[]> {
  return listMacros(database);
}

/** As the audit log has it: names, not rows. */
function audited({ id: _, reply, assignee, addTags, ...macro }: Macro) {
  return { ...macro, reply: reply?.title ?? null, assignee: assignee?.name ?? null, addTags: addTags.join(', ') };
}

async function requireParts(tx: Transaction, { savedReplyId, assigneeId }: MacroForm): Promise<void> {
  // Locked, so that nobody deletes it in the meantime.
  if (savedReplyId !== null && !(await lockReply(tx, savedReplyId))) throw new ApiError('saved-reply.not-found');
  if (assigneeId !== null && !(await findPerson(tx, assigneeId, { staff: true }))) {
    throw new ApiError('customer.not-found', { message: 'There is no such member of staff.' });
  }
}

/**
 * Saves a macro, or changes the one of that id; audited. Throws ApiError macro.not-found,
 * saved-reply.not-found, customer.not-found (no such member of staff).
 */
export async function saveMacro(
  { database, recordAudit }: Deps,
  actorId: number,
  { id, form }: { readonly id: string | null; readonly form: MacroForm },
): Promise<Macro> {
  const kept = { ...form, addTags: [...new Set(form.addTags.map((tag) => tag.toLowerCase()))].sort() };
  return database.transaction(async (tx) => {
    const before = id === null ? null : await lockMacro(tx, id);
    if (id !== null && !before) throw new ApiError('macro.not-found');
    await requireParts(tx, kept);
    if (before) await updateMacro(tx, before.id, kept);
    const after = await findMacro(tx, before?.id ?? (await insertMacro(tx, kept)));
    if (!after) throw new Error('the macro is not there');
    await recordAudit(tx, {
      actorId,
      action: before ? 'macro.update' : 'macro.create',
      subject: `macro:${after.id}`,
      before: before && audited(before),
      after: audited(after),
    });
    return after;
  });
}

/** Throws ApiError macro.not-found. */
export async function removeMacro({ database, recordAudit }: Deps, actorId: number, id: string): Promise<void> {
  await database.transaction(async (tx) => {
    const before = await lockMacro(tx, id);
    if (!before) throw new ApiError('macro.not-found');
    await deleteMacro(tx, before.id);
    const subject = `macro:${before.id}`;
    await recordAudit(tx, { actorId, action: 'macro.delete', subject, before: audited(before), after: null });
  });
}
