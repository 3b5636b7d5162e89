import { and, asc, eq, inArray, isNull, or, sql } from 'drizzle-orm';
import type { Queryable, Transaction } from '../../../platform/database/connection.ts';
import { supportTickets, ticketAttachments, ticketReplies } from '../../../platform/database/schema/support/ticket.ts';

export type AttachmentRow = typeof ticketAttachments.$inferSelect;

/**
 * How long a file may wait for its text; it is deleted an hour later, so that no text can attach it
 * at that moment.
 */
const UNSENT_HOURS = 24;

/** How long the files of a closed ticket count against the storage limit. */
const ROOM_DAYS = 30;

/** With null the files in the mails of all who have no account. */
const isUploadedBy = (uploaderId: number | null) =>
  uploaderId === null ? isNull(ticketAttachments.uploaderId) : eq(ticketAttachments.uploaderId, uploaderId);

/**
 * The bytes of a customer's waiting files, of their tickets that are not closed, and of the last 30
 * days. Older files stay readable and do not count.
 */
export async function sumAttachments(tx: Transaction, uploaderId: number | null): Promise<number> {
  const [row] = await tx
    .select({ bytes: sql<string>`coalesce(sum(${ticketAttachments.sizeBytes}), 0)` })
    .from(ticketAttachments)
    .leftJoin(supportTickets, eq(supportTickets.id, ticketAttachments.ticketId))
    .where(
      and(
        isUploadedBy(uploaderId),
        or(
          sql`${supportTickets.status} is distinct from 'closed'`,
          sql`${ticketAttachments.createdAt} > now() - make_interval(days => ${ROOM_DAYS})`,
        ),
      ),
    );
  return Number(row?.bytes ?? 0);
}

export async function insertAttachment(
  tx: Transaction,
  attachment: Pick<AttachmentRow, 'uploaderId' | 'name' | 'mediaType' | 'sizeBytes'>,
): Promise<AttachmentRow> {
  const [row] = await tx.insert(ticketAttachments).values(attachment).returning();
  if (!row) throw new Error('the attachment was not written');
  return row;
}

/**
 * Attaches waiting files of the uploader to a text; returns how many there were. Each can be
 * attached once.
 */
export async function bindAttachments(
  tx: Transaction,
  order: {
    readonly ids: readonly string[];
    readonly uploaderId: number | null;
    readonly ticketId: string;
    readonly replyId: number | null;
  },
): Promise<number> {
  if (order.ids.length === 0) return 0;
  const bound = await tx
    .update(ticketAttachments)
    .set({ ticketId: order.ticketId, replyId: order.replyId })
    .where(
      and(
        inArray(ticketAttachments.id, [...order.ids]),
        isUploadedBy(order.uploaderId),
        isNull(ticketAttachments.ticketId),
        sql`${ticketAttachments.createdAt} > now() - make_interval(hours => ${UNSENT_HOURS})`,
      ),
    )
    .returning({ id: ticketAttachments.id });
  return bound.length;
}

/** The files of a ticket in the order of their upload. */
export async function listAttachments(database: Queryable, ticketId: string): Promise<AttachmentRow[]> {
  return database
    .select()
    .from(ticketAttachments)
    .where(eq(ticketAttachments.ticketId, ticketId))
    .orderBy(asc(ticketAttachments.createdAt), asc(ticketAttachments.id));
}

/**
 * A file that a person may read: uploaded by them and not sent yet, or part of one of their account's
 * tickets;
 * never one of a staff note.
 */
export async function findReadableAttachment(
  database: Queryable,
  id: string,
  { customerId, readerId }: { readonly customerId: number; readonly readerId: number },
): Promise<AttachmentRow | null> {
  const [row] = await database
    .select({ attachment: ticketAttachments })
    .from(ticketAttachments)
    .leftJoin(supportTickets, eq(supportTickets.id, ticketAttachments.ticketId))
    .leftJoin(ticketReplies, eq(ticketReplies.id, ticketAttachments.replyId))
    .where(
      and(
        eq(ticketAttachments.id, id),
        or(
          and(eq(ticketAttachments.uploaderId, readerId), isNull(ticketAttachments.ticketId)),
          eq(supportTickets.userId, customerId),
        ),
        sql`${ticketReplies.isNote} is not true`,
      ),
    );
  return row?.attachment ?? null;
}

/** A file that is part of a ticket, or that this member of staff uploaded. */
export async function findAttachmentForStaff(
  database: Queryable,
  id: string,
  staffId: number,
): Promise<AttachmentRow | null> {
  const [row] = await database
    .select()
    .from(ticketAttachments)
    .where(
      and(
        eq(ticketAttachments.id, id),
        or(sql`${ticketAttachments.ticketId} is not null`, eq(ticketAttachments.uploaderId, staffId)),
      ),
    );
  return row ?? null;
}

/** Files that have waited for a text for more than a day, `limit` at most. */
export async function listForgottenAttachments(database: Queryable, limit: number): Promise<string[]> {
  const rows = await database
    .select({ id: ticketAttachments.id })
    .from(ticketAttachments)
    .where(
      and(
        isNull(ticketAttachments.ticketId),
        sql`${ticketAttachments.createdAt} < now() - make_interval(hours => ${UNSENT_HOURS + 1})`,
      ),
    )
    .limit(limit);
  return rows.map(({ id }) => id);
}

/** Deletes the row of a file that belongs to no text. */
export async function deleteUnsentAttachment(database: Queryable, id: string): Promise<void> {
  await database.delete(ticketAttachments).where(and(eq(ticketAttachments.id, id), isNull(ticketAttachments.ticketId)));
}
