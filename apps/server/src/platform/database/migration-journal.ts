import { createHash } from 'node:crypto';

/** A migration as recorded in drizzle's table `drizzle.__drizzle_migrations`. */
export type JournalEntry = { readonly hash: string; readonly createdAt: number };

/** SHA-256 of the journal of the 27 migrations that the baseline replaced (see digestOf). */
const REPLACED_JOURNAL = '6931993de40ae864071f4f9e60a97b37e917ab1cbd2b9779820f979b33e32989';

/** The baseline whose catalogue was verified to equal the result of those 27 migrations. */
const EQUAL_BASELINE = '053fb582ec93b89785aadec2c6373249af3bc55c58f2c8548f5440e100ea2ee7';

/**
 * The database belongs to another version of the portal; the message tells an operator what to do.
 */
export class DatabaseVersionError extends Error {
  override name = 'DatabaseVersionError';

  constructor(origin: string, remedy: string) {
    super(`The database was made by ${origin}: ${remedy}, or use another DATA_DIR or DATABASE_URL.`);
  }
}

/**
 * Decides what to do with a database to which `applied` was applied, in a version that has the
 * migrations `known`, both oldest first. `migrate`: apply what is missing. `carry-over`: it
 * contains everything that the baseline replaced, so record the baseline in its journal, then
 * migrate. Throws DatabaseVersionError for every other database.
 */
export function judgeJournal(
  applied: readonly JournalEntry[],
  known: readonly JournalEntry[],
): 'migrate' | 'carry-over' {
  const isKnown = ({ hash, createdAt }: JournalEntry, index: number): boolean =>
    hash === known[index]?.hash && createdAt === known[index].createdAt;
  if (applied.every(isKnown)) return 'migrate';
  if (digestOf(applied) === REPLACED_JOURNAL && known[0]?.hash === EQUAL_BASELINE) return 'carry-over';
  if ((applied.at(-1)?.createdAt ?? 0) > (known.at(-1)?.createdAt ?? 0)) {
    throw new DatabaseVersionError('a newer version of the portal', 'start that version');
  }
  throw new DatabaseVersionError(
    'an earlier version of the portal that this one cannot bring up to date',
    'start the last version before the migration baseline on it once (docs/decisions/042-one-migration-baseline.md)',
  );
}

function digestOf(entries: readonly JournalEntry[]): string {
  const fields = entries.map(({ hash, createdAt }) => ({ hash, createdAt }));
  return createHash('sha256').update(JSON.stringify(fields)).digest('hex');
}
