import { createHash } from 'node:crypto';

/** A migration as recorded in drizzle's table `drizzle.__drizzle_migrations`. */
export type JournalEntry = {
  readonly hash: string;
  readonly createdAt: number;
  /**
   * The oldest release that works with a database to which this was applied; null or absent where
   * no version has recorded one.
   */
  readonly compatibleFrom?: string | null;
};

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
 * Decides what the portal of release `version` does with a database to which `applied` was applied,
 * when it has the migrations `known`, both oldest first. `migrate`: apply what is missing.
 * `carry-over`: it contains everything that the baseline replaced, so record the baseline in its
 * journal, then migrate. `ahead`: a newer release has migrated it in a way that this one works with
 * (decision 056); change nothing. Throws DatabaseVersionError for every other database.
 */
export function judgeJournal(
  applied: readonly JournalEntry[],
  known: readonly JournalEntry[],
  version: string,
): 'migrate' | 'carry-over' | 'ahead' {
  const isKnown = (entry: JournalEntry, index: number): boolean => isSame(entry, known[index]);
  if (applied.every(isKnown)) return 'migrate';
  if (digestOf(applied) === REPLACED_JOURNAL && known[0]?.hash === EQUAL_BASELINE) return 'carry-over';
  const unknown = applied.slice(known.length);
  const continuesOurs = applied.length > known.length && applied.slice(0, known.length).every(isKnown);
  if (continuesOurs && unknown.every((entry) => isCompatible(entry, version))) return 'ahead';
  if ((applied.at(-1)?.createdAt ?? 0) > (known.at(-1)?.createdAt ?? 0)) {
    throw new DatabaseVersionError('a newer version of the portal', 'start that version');
  }
  throw new DatabaseVersionError(
    'an earlier version of the portal that this one cannot bring up to date',
    'start the last version before the migration baseline on it once (docs/decisions/042-one-migration-baseline.md)',
  );
}

/** What the journal records for every migration that drops nothing. */
const ANY_RELEASE = '0.0.0';

/**
 * The oldest release that works with the database after a migration: the one named by its first
 * line, `-- contracts: 1.4.0`, otherwise any (docs/upgrades.md).
 */
export function compatibleFrom(migration: string): string {
  return /^-- contracts: (\d+\.\d+\.\d+)$/m.exec(migration)?.[1] ?? ANY_RELEASE;
}

function isSame(entry: JournalEntry, other: JournalEntry | undefined): boolean {
  return entry.hash === other?.hash && entry.createdAt === other.createdAt;
}

function isCompatible(entry: JournalEntry, version: string): boolean {
  if (!entry.compatibleFrom) return false;
  return entry.compatibleFrom.localeCompare(version, 'en', { numeric: true }) <= 0;
}

function digestOf(entries: readonly JournalEntry[]): string {
  const fields = entries.map(({ hash, createdAt }) => ({ hash, createdAt }));
  return createHash('sha256').update(JSON.stringify(fields)).digest('hex');
}
