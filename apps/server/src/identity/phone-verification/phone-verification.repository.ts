import { and, eq, gt, isNull, lt, type SQL, sql } from 'drizzle-orm';
import type { Database, Queryable, Transaction } from '../../platform/database/connection.ts';
import { phoneCodes } from '../../platform/database/schema/identity/phone-verification.ts';

/** Any numbers that nothing else uses for its advisory locks. */
const SENDING_LOCK = 7_304_118;
const TRYING_LOCK = 7_304_119;

const isOpen = and(isNull(phoneCodes.closedAt), gt(phoneCodes.expiresAt, sql`now()`));
const lifeEnd = (seconds: number) => sql`now() + make_interval(secs => ${seconds})`;

/** Serialises counting and storing codes, so that no request exceeds a limit between the two. */
export async function lockSending(tx: Transaction): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${SENDING_LOCK}, 0)`);
}

/** Serialises the tries of codes of one number. */
export async function lockTrying(tx: Transaction, phone: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${TRYING_LOCK}, hashtext(${phone}))`);
}

type Spent = { codes: number; freeInSeconds: number | null };

/**
 * How many rows of the given kind there are in the window before now, and when the oldest of them
 * leaves it.
 */
function spent(window: string, ...kind: SQL[]): SQL<Spent> {
  const rows = sql`filter (where ${and(...kind, gt(phoneCodes.createdAt, sql`now() - ${window}::interval`))})`;
  return sql<Spent>`json_build_object('codes', count(*) ${rows},
    'freeInSeconds', ceil(extract(epoch from min(${phoneCodes.createdAt}) ${rows} + ${window}::interval - now())))`;
}

/** What was used in each window that has a limit. */
export async function measureSpending(
  tx: Transaction,
  about: {
    readonly userId: number;
    readonly phone: string;
    readonly addressPrefix: string;
    readonly block: string;
  },
) {
  const counted = sql`${phoneCodes.counted}`;
  const toNumber = eq(phoneCodes.phone, about.phone);
  const byUser = eq(phoneCodes.userId, about.userId);
  const fromAddress = eq(phoneCodes.addressPrefix, about.addressPrefix);
  const [row] = await tx
    .select({
      numberTenMinutes: spent('10 minutes', counted, toNumber),
      numberDay: spent('24 hours', counted, toNumber),
      userHour: spent('1 hour', counted, byUser),
      addressHour: spent('1 hour', counted, fromAddress),
      blockDay: spent('24 hours', counted, sql`starts_with(${phoneCodes.phone}, ${about.block})`),
      day: spent('24 hours', counted),
      userRequests: spent('1 hour', byUser),
      addressRequests: spent('1 hour', fromAddress),
    })
    .from(phoneCodes)
    .where(gt(phoneCodes.createdAt, sql`now() - interval '24 hours'`));
  if (!row) throw new Error('an aggregate without a row');
  return row;
}

/** Invalidates the customer's open code, whatever number it went to, and returns its id. */
export async function closeOpenCode(tx: Transaction, userId: number): Promise<string | null> {
  const [closed] = await tx
    .update(phoneCodes)
    .set({ closedAt: sql`now()` })
    .where(and(eq(phoneCodes.userId, userId), isNull(phoneCodes.closedAt)))
    .returning({ id: phoneCodes.id });
  return closed?.id ?? null;
}

export async function insertCode(
  tx: Transaction,
  code: Pick<typeof phoneCodes.$inferInsert, 'userId' | 'phone' | 'codeHash' | 'addressPrefix'>,
  lifeSeconds: number,
): Promise<{ readonly id: string; readonly expiresAt: Date }> {
  const [inserted] = await tx
    .insert(phoneCodes)
    .values({ ...code, expiresAt: lifeEnd(lifeSeconds) })
    .returning({ id: phoneCodes.id, expiresAt: phoneCodes.expiresAt });
  if (!inserted) throw new Error('a code was not stored');
  return inserted;
}

/** A text with a link, which uses up the same limits; nothing of it can be entered as a code. */
export async function insertTextedLink(
  tx: Transaction,
  link: Pick<typeof phoneCodes.$inferInsert, 'phone' | 'addressPrefix' | 'counted'>,
): Promise<void> {
  const now = sql`now()`;
  await tx.insert(phoneCodes).values({ ...link, userId: null, codeHash: '', expiresAt: now, closedAt: now });
}

/** Restarts the lifetime of a code once it is sent; null when it is invalid by then. */
export async function restartCode(database: Database, id: string, lifeSeconds: number): Promise<Date | null> {
  const [restarted] = await database
    .update(phoneCodes)
    .set({ expiresAt: lifeEnd(lifeSeconds) })
    .where(and(eq(phoneCodes.id, id), isOpen))
    .returning({ expiresAt: phoneCodes.expiresAt });
  return restarted?.expiresAt ?? null;
}

/** Whether a code counts against the limits of its number, customer and address. */
export async function setCounted(database: Database, id: string, counted: boolean): Promise<void> {
  await database.update(phoneCodes).set({ counted }).where(eq(phoneCodes.id, id));
}

/** Whether there is a code that can be entered. */
export async function hasOpenCode(database: Database, userId: number, phone: string): Promise<boolean> {
  const [open] = await database
    .select({ id: phoneCodes.id })
    .from(phoneCodes)
    .where(and(eq(phoneCodes.userId, userId), eq(phoneCodes.phone, phone), isOpen));
  return open !== undefined;
}

/**
 * Tries of all codes of a number in a day, plus the 5 minutes in which the oldest of them may have
 * been entered.
 */
export async function countTries(tx: Transaction, phone: string): Promise<number> {
  const [row] = await tx
    .select({ tries: sql<number>`coalesce(sum(${phoneCodes.attempts}), 0)::int` })
    .from(phoneCodes)
    .where(and(eq(phoneCodes.phone, phone), gt(phoneCodes.createdAt, sql`now() - interval '24 hours 5 minutes'`)));
  return row?.tries ?? 0;
}

/**
 * Counts one try of the customer's open code for this number before it is compared; the last try
 * closes it. Null when there is no open code.
 */
export async function takeTry(
  tx: Transaction,
  userId: number,
  phone: string,
  triesPerCode: number,
): Promise<{ readonly id: string; readonly codeHash: string; readonly isLast: boolean } | null> {
  const tries = sql`${phoneCodes.attempts} + 1`;
  const [tried] = await tx
    .update(phoneCodes)
    .set({ attempts: tries, closedAt: sql`case when ${tries} >= ${triesPerCode} then now() end` })
    .where(and(eq(phoneCodes.userId, userId), eq(phoneCodes.phone, phone), isOpen))
    .returning({
      id: phoneCodes.id,
      codeHash: phoneCodes.codeHash,
      isLast: sql<boolean>`${phoneCodes.closedAt} is not null`,
    });
  return tried ?? null;
}

/** Deletes codes that no limit counts any more. */
export async function deleteOldCodes(database: Queryable): Promise<void> {
  await database.delete(phoneCodes).where(lt(phoneCodes.createdAt, sql`now() - interval '48 hours'`));
}
