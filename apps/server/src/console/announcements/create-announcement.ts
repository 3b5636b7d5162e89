import type { sendAnnouncement } from '@portal/contract/console/announcements';
import type { infer as Infer } from 'zod/mini';
import type { Transaction } from '../../platform/database/connection.ts';
import { ApiError } from '../../platform/http/errors/api-error.ts';
import { countRecipients, findByForm, findLastUserId, insertAnnouncement } from './announcement.repository.ts';
import type { AnnouncementDependencies } from './announcement-dependencies.ts';

type Form = Infer<typeof sendAnnouncement.body>;

/**
 * The announcement of a form that was sent before. Throws ApiError announcement.sent when its text
 * was different.
 */
async function sentBefore(tx: Transaction, staffId: number, form: Form): Promise<number> {
  const before = await findByForm(tx, form.formId);
  const isSame =
    before?.authorId === staffId &&
    (['kind', 'title', 'text', 'audience'] as const).every((field) => before[field] === form[field]) &&
    before.link === (form.link || null);
  if (!isSame) throw new ApiError('announcement.sent');
  return before.id;
}

/**
 * Creates an announcement, audited; the job delivers it. Customers who register later do not get
 * it. Sending the same form again is safe. Throws ApiError announcement.nobody, announcement.sent.
 */
export async function createAnnouncement(
  deps: Pick<AnnouncementDependencies, 'database' | 'clock' | 'recordAudit'>,
  staffId: number,
  form: Form,
): Promise<number> {
  const { formId, link: address, ...said } = form;
  const link = address || null;
  return deps.database.transaction(async (tx) => {
    const lastUserId = await findLastUserId(tx);
    const { customers: expected } = await countRecipients(tx, form);
    if (expected === 0) throw new ApiError('announcement.nobody');
    const createdAt = deps.clock();
    const row = { ...said, link, formId, expected, lastUserId, authorId: staffId, createdAt };
    const id = await insertAnnouncement(tx, row);
    if (id === null) return sentBefore(tx, staffId, form);
    const subject = `announcement:${id}`;
    const after = { ...said, link, expected };
    await deps.recordAudit(tx, { actorId: staffId, action: 'announcement.send', subject, before: null, after });
    return id;
  });
}
