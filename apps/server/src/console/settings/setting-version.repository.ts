import type { SettingSubject } from '@portal/contract/platform/settings';
import { and, desc, eq, ne } from 'drizzle-orm';
import type { Queryable, Transaction } from '../../platform/database/connection.ts';
import { users } from '../../platform/database/schema/identity/account.ts';
import { personName } from '../../platform/database/schema/identity/person-name.ts';
import { settingVersions } from '../../platform/database/schema/platform/setting-version.ts';

type Edit = {
  readonly subject: SettingSubject;
  readonly basedOn: number;
  /** Null stands for the installation's own value. */
  readonly value: unknown;
  readonly authorId: number;
  readonly createdAt: Date;
};

const withAuthor = {
  subject: settingVersions.subject,
  number: settingVersions.number,
  basedOn: settingVersions.basedOn,
  state: settingVersions.state,
  value: settingVersions.value,
  note: settingVersions.note,
  authorId: settingVersions.authorId,
  author: personName(),
  createdAt: settingVersions.createdAt,
};

/** What is published of each subject, and its draft. */
export async function listSettingHeads(queryable: Queryable) {
  return queryable
    .select(withAuthor)
    .from(settingVersions)
    .innerJoin(users, eq(users.id, settingVersions.authorId))
    .where(ne(settingVersions.state, 'superseded'));
}

/** The versions of a subject, newest first; its draft is not among them. */
export async function listSettingVersions(queryable: Queryable, subject: SettingSubject, most: number) {
  return queryable
    .select(withAuthor)
    .from(settingVersions)
    .innerJoin(users, eq(users.id, settingVersions.authorId))
    .where(and(eq(settingVersions.subject, subject), ne(settingVersions.state, 'draft')))
    .orderBy(desc(settingVersions.number))
    .limit(most);
}

export async function findSettingDraft(queryable: Queryable, subject: SettingSubject) {
  const [draft] = await queryable
    .select(withAuthor)
    .from(settingVersions)
    .innerJoin(users, eq(users.id, settingVersions.authorId))
    .where(and(eq(settingVersions.subject, subject), eq(settingVersions.state, 'draft')));
  return draft ?? null;
}

/** Replaces the draft of a subject. */
export async function writeSettingDraft(queryable: Queryable, edit: Edit): Promise<void> {
  const { subject: _subject, ...kept } = edit;
  await queryable
    .insert(settingVersions)
    .values({ ...edit, state: 'draft' })
    .onConflictDoUpdate({
      target: settingVersions.subject,
      targetWhere: eq(settingVersions.state, 'draft'),
      set: kept,
    });
}

export async function deleteSettingDraft(queryable: Queryable, subject: SettingSubject): Promise<void> {
  await queryable
    .delete(settingVersions)
    .where(and(eq(settingVersions.subject, subject), eq(settingVersions.state, 'draft')));
}

/**
 * Publishes a value as the version after the one that was edited, and returns its number and the value
 * before; null when that one is not the published one any more.
 */
export async function insertPublishedSetting(
  tx: Transaction,
  edit: Edit & { readonly note: string },
): Promise<{ readonly number: number; readonly before: unknown } | null> {
  const { subject, basedOn } = edit;
  const superseded = await tx
    .update(settingVersions)
    .set({ state: 'superseded' })
    .where(
      and(
        eq(settingVersions.subject, subject),
        eq(settingVersions.state, 'published'),
        eq(settingVersions.number, basedOn),
      ),
    )
    .returning({ value: settingVersions.value });
  if (basedOn > 0 && superseded.length === 0) return null;
  const [written] = await tx
    .insert(settingVersions)
    .values({ ...edit, number: basedOn + 1, state: 'published' })
    .onConflictDoNothing()
    .returning({ number: settingVersions.number });
  return written ? { number: written.number ?? basedOn + 1, before: superseded[0]?.value ?? null } : null;
}
