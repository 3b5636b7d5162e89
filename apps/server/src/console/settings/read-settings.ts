import type { PublishedSetting, Setting, SettingSummary } from '@portal/contract/console/settings';
import { type SettingSubject, settingSubjects } from '@portal/contract/platform/settings';
import type { SettingDependencies } from './publish-setting.ts';
import { findSettingDraft, listSettingHeads, listSettingVersions } from './setting-version.repository.ts';

const MOST_VERSIONS = 50;

type Written = { readonly authorId: number; readonly author: string; readonly createdAt: Date };

const signature = ({ authorId, author, createdAt }: Written) => ({
  by: { id: authorId, name: author },
  at: createdAt.toISOString(),
});

/** Every group of settings, in the order of the contract. */
export async function listSettings({ database }: Pick<SettingDependencies, 'database'>): Promise<SettingSummary[]> {
  const heads = await listSettingHeads(database);
  return settingSubjects.map((subject) => {
    const own = heads.filter((head) => head.subject === subject);
    const published = own.find(({ state }) => state === 'published');
    return {
      subject,
      number: published?.number ?? 0,
      published: published ? signature(published) : null,
      hasDraft: own.some(({ state }) => state === 'draft'),
    };
  });
}

/** One group of settings with its draft and its latest versions. */
export async function readSetting(
  { database, settings }: Pick<SettingDependencies, 'database' | 'settings'>,
  subject: SettingSubject,
): Promise<Setting> {
  const draft = await findSettingDraft(database, subject);
  const rows = await listSettingVersions(database, subject, MOST_VERSIONS);
  const versions: PublishedSetting[] = rows.map((row) => ({
    number: row.number ?? 0,
    value: row.value,
    note: row.note,
    ...signature(row),
  }));
  const initial = settings.initial(subject);
  return {
    subject,
    number: versions[0]?.number ?? 0,
    initial,
    current: versions[0]?.value ?? initial,
    draft: draft && { basedOn: draft.basedOn, value: draft.value, ...signature(draft) },
    versions,
  };
}
