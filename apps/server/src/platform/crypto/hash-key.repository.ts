import { eq } from 'drizzle-orm';
import type { Queryable } from '../database/connection.ts';
import { installationKeys } from '../database/schema/platform/installation-key.ts';
import type { EncryptedColumn } from './encrypted-column.ts';

/** The installation's own keys. */
export const storedKeys = {
  name: 'installation keys',
  purpose: 'hash-key',
  table: installationKeys,
  id: installationKeys.name,
  text: installationKeys.encryptedKey,
} as const satisfies EncryptedColumn;

/** The stored key of that name, which is stored now where there is none. */
export async function findOrInsertKey(database: Queryable, name: string, encryptedKey: string): Promise<string> {
  await database.insert(installationKeys).values({ name, encryptedKey }).onConflictDoNothing();
  const [row] = await database.select().from(installationKeys).where(eq(installationKeys.name, name));
  return row?.encryptedKey ?? encryptedKey;
}
