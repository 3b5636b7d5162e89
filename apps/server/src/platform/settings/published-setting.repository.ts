import { eq } from 'drizzle-orm';
import type { Queryable } from '../database/connection.ts';
import { settingVersions } from '../database/schema/platform/setting-version.ts';

/** The published version of each subject that has one. */
export async function listPublishedSettings(queryable: Queryable) {
  return queryable
    .select({ subject: settingVersions.subject, number: settingVersions.number, value: settingVersions.value })
    .from(settingVersions)
    .where(eq(settingVersions.state, 'published'));
}
