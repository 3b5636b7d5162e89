import type { Macro, MacroForm } from '@portal/contract/support/macros';
import { asc, eq, type SQL, sql } from 'drizzle-orm';
import type { Queryable, Transaction } from '../../../platform/database/connection.ts';
import { isUuid } from '../../../platform/database/is-uuid.ts';
import { users } from '../../../platform/database/schema/identity/account.ts';
import { personName } from '../../../platform/database/schema/identity/person-name.ts';
import { savedReplies, ticketMacros } from '../../../platform/database/schema/support/saved-reply.ts';

/** More than an agent can choose from; a bound all the same. */
const MOST = 500;

async function selectMacros(queryable: Queryable, which?: SQL): Promise<Macro[]> {
  const rows = await queryable
    .select({ macro: ticketMacros, replyTitle: savedReplies.title, assigneeName: personName() })
    .from(ticketMacros)
    .leftJoin(savedReplies, eq(savedReplies.id, ticketMacros.savedReplyId))
    .leftJoin(users, eq(users.id, ticketMacros.assigneeId))
    .where(which)
    .orderBy(asc(ticketMacros.title), asc(ticketMacros.id))
    .limit(MOST);
  return rows.map(({ macro, replyTitle, assigneeName }) => ({
    id: macro.id,
    title: macro.title,
    reply: macro.savedReplyId === null ? null : { id: macro.savedReplyId, title: replyTitle ?? '' },
    status: macro.status,
    priority: macro.priority,
    assignTo: macro.assignTo,
    assignee: macro.assigneeId === null ? null : { id: macro.assigneeId, name: assigneeName },
    addTags: macro.addTags,
  }));
}

/** By title. */
export async function listMacros(queryable: Queryable): Promise<Macro[]> {
  return selectMacros(queryable);
}

export async function findMacro(queryable: Queryable, id: string): Promise<Macro | null> {
  if (!isUuid(id)) return null;
  const [macro] = await selectMacros(queryable, eq(ticketMacros.id, id));
  return macro ?? null;
}

/** The macro, locked until the transaction ends. */
export async function lockMacro(tx: Transaction, id: string): Promise<Macro | null> {
  if (!isUuid(id)) return null;
  const locked = await tx
    .select({ id: ticketMacros.id })
    .from(ticketMacros)
    .where(eq(ticketMacros.id, id))
    .for('update');
  return locked.length === 0 ? null : findMacro(tx, id);
}

export async function insertMacro(tx: Transaction, form: MacroForm): Promise<string> {
  const [row] = await tx.insert(ticketMacros).values(form).returning({ id: ticketMacros.id });
  if (!row) throw new Error('the macro was not written');
  return row.id;
}

export async function updateMacro(tx: Transaction, id: string, form: MacroForm): Promise<void> {
  await tx
    .update(ticketMacros)
    .set({ ...form, updatedAt: sql`now()` })
    .where(eq(ticketMacros.id, id));
}

export async function deleteMacro(tx: Transaction, id: string): Promise<void> {
  await tx.delete(ticketMacros).where(eq(ticketMacros.id, id));
}
