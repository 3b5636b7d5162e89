import type { LanguageCode } from '@portal/contract/messaging/notices';
import { and, eq, isNull } from 'drizzle-orm';
import type { Queryable, Transaction } from '../../platform/database/connection.ts';
import { type NamedStatement, runNamed } from '../../platform/database/run-named.ts';
import { ussdSessions } from '../../platform/database/schema/channels/ussd.ts';

type UssdSessionRow = typeof ussdSessions.$inferSelect;

/** A session whose first screen is shown; what of it is not here is as in a new one. */
export type NewUssdSession = Pick<
  UssdSessionRow,
  'sessionKey' | 'gateway' | 'phone' | 'language' | 'state' | 'entries' | 'entriesDigest' | 'lastAnswer' | 'startedAt'
>;

/** A session as a request finds it. */
export type OpenUssdSession = Omit<UssdSessionRow, 'startedAt' | 'answeredAt' | 'endedAt' | 'endReason'> & {
  readonly hasEnded: boolean;
  readonly answeredAtMs: number;
};

const INSERT = `insert into ussd_sessions
    (session_key, gateway, phone, language, state, entries, entries_digest, last_answer, started_at, answered_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $9) on conflict (session_key) do`;
const RETURNED = `id, session_key as "sessionKey", gateway, phone, language, state, entries,
  entries_digest as "entriesDigest", last_answer as "lastAnswer", ended_at is not null as "hasEnded",
  (extract(epoch from answered_at) * 1000)::float8 as "answeredAtMs"`;
const INSERT_NEW: NamedStatement = { name: 'insert_ussd_session', text: `${INSERT} nothing returning id` };
const OPEN: NamedStatement = {
  name: 'open_ussd_session',
  text: `${INSERT} update set session_key = excluded.session_key returning ${RETURNED}`,
};

const valuesOf = ({ sessionKey, gateway, phone, language, state, startedAt, ...session }: NewUssdSession) => {
  const { entries, entriesDigest, lastAnswer } = session;
  return [sessionKey, gateway, phone, language, JSON.stringify(state), entries, entriesDigest, lastAnswer, startedAt];
};

/** Stores a session that has begun; false where there is one of this key. */
export async function insertUssdSession(queryable: Queryable, session: NewUssdSession): Promise<boolean> {
  return (await runNamed(queryable, INSERT_NEW, valuesOf(session))).length === 1;
}

/**
 * The session of a dial, made by its first request, and locked until the transaction ends: two requests of
 * one session wait for each other.
 */
export async function openUssdSession(tx: Transaction, session: NewUssdSession): Promise<OpenUssdSession> {
  const [row] = await runNamed<OpenUssdSession>(tx, OPEN, valuesOf(session));
  if (!row) throw new Error('a USSD session was not stored');
  return row;
}

const SAVE: NamedStatement = {
  name: 'save_ussd_turn',
  text: `update ussd_sessions set language = $2, state = $3, entries = $4, entries_digest = $5, last_answer = $6,
    answered_at = $7, ended_at = $8, end_reason = $9 where id = $1`,
};

export async function saveUssdTurn(
  tx: Transaction,
  id: number,
  turn: Omit<UssdSessionRow, 'id' | 'sessionKey' | 'gateway' | 'phone' | 'startedAt'>,
): Promise<void> {
  const { language, state, entries, entriesDigest, lastAnswer, answeredAt, endedAt, endReason } = turn;
  const values = [language, JSON.stringify(state), entries, entriesDigest, lastAnswer, answeredAt, endedAt, endReason];
  await runNamed(tx, SAVE, [id, ...values]);
}

/** The gateway says that a session is over. False where that is known, or it is not one of the number's. */
export async function endUssdSession(
  queryable: Queryable,
  ended: {
    readonly sessionKey: string;
    readonly phone: string;
    readonly endedAt: Date;
    readonly endReason: 'hung-up' | 'failed';
  },
): Promise<boolean> {
  const { sessionKey, phone, ...change } = ended;
  const moved = await queryable
    .update(ussdSessions)
    .set(change)
    .where(and(eq(ussdSessions.sessionKey, sessionKey), eq(ussdSessions.phone, phone), isNull(ussdSessions.endedAt)))
    .returning({ id: ussdSessions.id });
  return moved.length === 1;
}

const FIND_LANGUAGE: NamedStatement = {
  name: 'find_ussd_language',
  text: `select coalesce(
    (select n.language from users u join notification_choices n on n.user_id = u.id
      where u.phone = $1 and u.phone_verified_at is not null and not u.disabled and u.role = 'customer' order by u.id limit 1),
    (select s.language from ussd_sessions s where s.phone = $1 and s.session_key <> $2 order by s.id desc limit 1),
    'en') as language`,
};

/** What the person of a verified number last chose, or else the number's session before this one; English without either. */
export async function findCallerLanguage(
  queryable: Queryable,
  { phone, sessionKey }: Pick<UssdSessionRow, 'phone' | 'sessionKey'>,
): Promise<LanguageCode> {
  const [row] = await runNamed<{ language: LanguageCode }>(queryable, FIND_LANGUAGE, [phone, sessionKey]);
  return row?.language ?? 'en';
}
