import { type Database, unhurried } from '../database/connection.ts';
import type { AcceptedSecrets } from './accepted-secrets.ts';
import { countByKey, findUnmarked } from './encrypted-column.repository.ts';
import type { EncryptedColumn } from './encrypted-column.ts';
import { createEncryption, keyMark } from './encryption.ts';

/** Texts without a mark are from before a first turn, when all had one key: a few show which. */
const SAMPLES = 20;

const REMEDY =
  'set ENCRYPTION_KEY_PREVIOUS or SESSION_SECRET_PREVIOUS to the value of before (docs/secrets.md says what to do when it is lost)';

/**
 * A sentence for each kind of stored secret that none of the keys can read. Checks the marks of all
 * of them, and of those without a mark the last few.
 */
export async function findMissingKeys(
  deps: {
    readonly database: Database;
    readonly keys: AcceptedSecrets;
    readonly randomBytes: (size: number) => Buffer;
  },
  columns: readonly EncryptedColumn[],
): Promise<string[]> {
  const marks = deps.keys.map(keyMark);
  const faults: string[] = [];
  for (const column of columns) {
    const { decrypt } = createEncryption({ ...deps, purpose: column.purpose });
    const isReadable = (text: string): boolean => {
      try {
        decrypt(text);
        return true;
      } catch {
        return false;
      }
    };
    await unhurried(deps.database).transaction(async (tx) => {
      const counts = await countByKey(tx, column);
      const unmarked = counts.some(({ mark }) => mark === null) ? await findUnmarked(tx, column, SAMPLES) : [];
      const isMissing = ({ mark }: { readonly mark: string | null }): boolean =>
        mark === null ? !unmarked.some(isReadable) : !marks.includes(mark);
      const missing = counts.filter(isMissing).reduce((sum, { count }) => sum + count, 0);
      if (missing > 0)
        faults.push(`${missing} ${column.name} are encrypted with a key that is not configured: ${REMEDY}`);
    });
  }
  return faults;
}
