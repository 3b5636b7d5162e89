import { and, desc, eq, lt, notInArray, type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '../../platform/database/connection.ts';
import { servicePlans } from '../../platform/database/schema/catalogue/plan.ts';
import { announcements } from '../../platform/database/schema/console/announcement.ts';
import { users } from '../../platform/database/schema/identity/account.ts';
import { apiKeys } from '../../platform/database/schema/identity/api-key.ts';
import { auditRecords } from '../../platform/database/schema/identity/audit.ts';
import { networkIncidents } from '../../platform/database/schema/network/network-status.ts';
import { chatSessions } from '../../platform/database/schema/support/chat.ts';
import { chatContactSessions, chatContacts } from '../../platform/database/schema/support/chat-contact.ts';
import { savedReplies, ticketMacros } from '../../platform/database/schema/support/saved-reply.ts';
import { supportTickets } from '../../platform/database/schema/support/ticket.ts';

/**
 * The id in a subject of this kind, as the type of its table's key; null for another kind, and for
 * an invalid id.
 */
function idOf(kind: string, id: string, type: 'uuid' | 'integer'): SQL {
  const { subject } = auditRecords;
  return sql`(case when ${subject} ~ ${`^${kind}:${id}$`} then split_part(${subject}, ':', 2)::${sql.raw(type)} end)`;
}

const uuidOf = (kind: string) => idOf(kind, '[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}', 'uuid');

/** The displayed name of what was changed. Each part looks up at most one row by its key. */
const about = sql<string | null>`coalesce(
  (select t.subject from ${supportTickets} t where t.id = ${uuidOf('ticket')}),
  (select coalesce(nullif(concat_ws(' ', u.first_name, u.last_name), ''), u.email) from ${users} u
    where u.id = coalesce(
      ${idOf('customer', '[0-9]{1,9}', 'integer')},
      (select coalesce(c.user_id, k.user_id) from ${chatSessions} c
        left join ${chatContactSessions} o on o.session_id = c.id left join ${chatContacts} k on k.id = o.contact_id
        where c.id = ${uuidOf('chat')})
    )),
  (select p.name from ${servicePlans} p where p.id = ${uuidOf('plan')}),
  (select i.title from ${networkIncidents} i where i.id = ${uuidOf('incident')}),
  (select k.name from ${apiKeys} k where k.id = ${uuidOf('api-key')}),
  (select r.title from ${savedReplies} r where r.id = ${uuidOf('saved-reply')}),
  (select m.title from ${ticketMacros} m where m.id = ${uuidOf('macro')}),
  (select a.title from ${announcements} a where a.id = ${idOf('announcement', '[0-9]{1,9}', 'integer')})
)`;

/**
 * Newest first, of one subject or by one person if they are given, older than the entry `before`.
 */
export async function listAuditRecords(
  database: Queryable,
  wanted: {
    readonly subject: string | null;
    readonly actorId: number | null;
    readonly before: number | null;
    readonly limit: number;
    /** Also that staff have opened the page of a customer. */
    readonly withViews: boolean;
  },
) {
  return database
    .select({
      id: auditRecords.id,
      actorId: auditRecords.actorId,
      actorKind: auditRecords.actorKind,
      actorProgram: auditRecords.actorProgram,
      actorKeyId: auditRecords.actorKeyId,
      firstName: users.firstName,
      lastName: users.lastName,
      email: users.email,
      action: auditRecords.action,
      subject: auditRecords.subject,
      about,
      before: auditRecords.before,
      after: auditRecords.after,
      createdAt: auditRecords.createdAt,
      redactedAt: auditRecords.redactedAt,
    })
    .from(auditRecords)
    .innerJoin(users, eq(users.id, auditRecords.actorId))
    .where(
      and(
        wanted.subject === null ? undefined : eq(auditRecords.subject, wanted.subject),
        wanted.actorId === null ? undefined : eq(auditRecords.actorId, wanted.actorId),
        wanted.before === null ? undefined : lt(auditRecords.id, wanted.before),
        wanted.withViews ? undefined : notInArray(auditRecords.action, ['customer.view', 'document.view']),
      ),
    )
    .orderBy(desc(auditRecords.id))
    .limit(wanted.limit);
}
