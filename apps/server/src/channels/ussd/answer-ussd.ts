import { hash } from 'node:crypto';
import type { LanguageCode } from '@portal/contract/messaging/notices';
import type { Clock } from '@portal/kernel/clock';
import { nigerianMobile } from '../../identity/index.ts';
import { cutGsm } from '../../messaging/index.ts';
import type { Network, NetworkSnapshot } from '../../network/index.ts';
import { hmacOf } from '../../platform/crypto/hmac.ts';
import type { Database, Transaction } from '../../platform/database/connection.ts';
import { runTransaction } from '../../platform/database/run-transaction.ts';
import { createMenuServices, type MenuDependencies } from '../menu/create-menu-services.ts';
import {
  type Caller,
  type MenuState,
  MOST_MISTAKES,
  menuStart,
  sessionOver,
  showMain,
  type Turn,
  takeInput,
} from '../menu/menu.policy.ts';
import { LONGEST_SCREEN, PREFIX_PLACES } from '../menu/menu-screens.ts';
import type { UssdMetrics } from './ussd.metrics.ts';
import type { UssdAnswer, UssdGateway, UssdRequest } from './ussd-gateway.port.ts';
import {
  endUssdSession,
  findCallerLanguage,
  insertUssdSession,
  type OpenUssdSession,
  openUssdSession,
  saveUssdTurn,
} from './ussd-session.repository.ts';

export type UssdDependencies = MenuDependencies & {
  readonly database: Database;
  readonly clock: Clock;
  readonly takeSnapshot: Network['takeSnapshot'];
  readonly metrics: UssdMetrics;
};

const PROGRAM = 'USSD session';
/** Of a session that was not answered yet. */
const BEGINS = -1;
/** A number that is none of a telephone is nobody's. */
const DIGITS = /^\+?\d{6,15}$/;

/** In E.164 where it is one; null for what cannot be a number. */
function callerNumber(spelling: string): string | null {
  const mobile = nigerianMobile(spelling);
  if (mobile !== null) return mobile;
  const plain = spelling.trim();
  return DIGITS.test(plain) ? `+${plain.replace('+', '')}` : null;
}

type Dial = {
  readonly key: string;
  readonly gateway: string;
  readonly phone: string;
  readonly typed: Exclude<UssdRequest['typed'], { readonly kind: 'end' }>;
};

/** What was typed may be a PIN: only whether it is the same again can be told from this. */
function digestOf({ hashKey }: Pick<UssdDependencies, 'hashKey'>, key: string, entries: readonly string[]): string {
  return hmacOf(hashKey, 'ussd-entries', JSON.stringify([key, ...entries])).toString('base64url');
}

/**
 * What of the entries is new; `repeat` where nothing is, also in a request that a later one has overtaken.
 * Null where they do not go on from those that were taken.
 */
function newEntries(
  deps: Pick<UssdDependencies, 'hashKey'>,
  session: OpenUssdSession,
  typed: Dial['typed'],
): readonly string[] | 'repeat' | null {
  if (typed.kind === 'begin') return session.entries === BEGINS ? [] : 'repeat';
  if (typed.kind === 'entry') return session.hasEnded ? 'repeat' : [typed.entry];
  if (session.entries === BEGINS) return typed.entries;
  if (typed.entries.length < session.entries) return 'repeat';
  const taken = typed.entries.slice(0, session.entries);
  if (digestOf(deps, session.sessionKey, taken) !== session.entriesDigest) return null;
  const added = typed.entries.slice(session.entries);
  return added.length === 0 ? 'repeat' : added;
}

/** How a session has ended; null while it goes on. */
function endReasonOf({ ends, state }: Turn): 'done' | 'mistakes' | null {
  if (!ends) return null;
  return state.mistakes >= MOST_MISTAKES ? 'mistakes' : 'done';
}

type Metered = Parameters<UssdMetrics['screen']>[0];
type Answered = UssdAnswer & { readonly metered: Metered | null };

/** One step after another, until the last screen. */
async function walk(
  entries: readonly string[],
  from: { readonly turn: Turn; readonly taken: number },
  callerAt: (language: LanguageCode, entry: number) => Caller,
): Promise<Turn> {
  let { turn, taken } = from;
  for (const entry of entries) {
    if (turn.ends) break;
    taken++;
    turn = await takeInput(callerAt(turn.state.language, taken), turn.state, entry);
  }
  return turn;
}

async function answerWithin(
  deps: UssdDependencies,
  tx: Transaction,
  { key, gateway, phone, typed }: Dial,
  network: NetworkSnapshot,
): Promise<Answered> {
  const now = deps.clock();
  const facts = deps.facts();
  const session = await openUssdSession(tx, {
    sessionKey: key,
    gateway,
    phone,
    language: 'en',
    state: menuStart('en'),
    entries: BEGINS,
    entriesDigest: '',
    lastAnswer: '',
    startedAt: now,
  });
  const over = (language: LanguageCode) => ({ text: sessionOver(facts, language), ends: true, metered: null });
  // Another telephone with the id of a session learns nothing, not even its language.
  if (session.phone !== phone) return over('en');
  const isNew = session.entries === BEGINS;
  const added = newEntries(deps, session, typed);
  if (added === 'repeat') return { text: session.lastAnswer, ends: session.hasEnded, metered: null };
  if (added === null || session.hasEnded) return over(session.language);
  const callerAt = (language: LanguageCode, entry: number): Caller => {
    const requestId = `ussd:${key}:${entry}`;
    const request = { tx, network, phone, language, requestId, now, via: 'ussd' as const, program: PROGRAM };
    return { facts, phone, services: createMenuServices(deps, request) };
  };
  const language = isNew ? await findCallerLanguage(tx, session) : session.language;
  const before: Turn = isNew
    ? showMain(facts, menuStart(language))
    : { state: session.state as MenuState, text: session.lastAnswer, body: '', choices: [], ends: false };
  const taken = Math.max(0, session.entries);
  const turn = await walk(added, { turn: before, taken }, callerAt);
  const endReason = endReasonOf(turn);
  const text = cutGsm(turn.text, LONGEST_SCREEN - PREFIX_PLACES);
  await saveUssdTurn(tx, session.id, {
    language: turn.state.language,
    state: turn.state,
    entries: taken + added.length,
    entriesDigest: digestOf(deps, key, typed.kind === 'entries' ? typed.entries : []),
    lastAnswer: text,
    answeredAt: now,
    endedAt: endReason && now,
    endReason,
  });
  const metered = { gateway, screen: turn.state.at, language: turn.state.language, isNew, endReason };
  return { text, ends: turn.ends, metered };
}

async function goOn(deps: UssdDependencies, dial: Dial): Promise<Answered> {
  const network = await deps.takeSnapshot();
  return runTransaction(deps.database, (tx) => answerWithin(deps, tx, dial, network));
}

/**
 * The first screen of a dial, which is most of what is asked and needs no transaction; null where the
 * session has begun before.
 */
async function beginSession(deps: UssdDependencies, { key, gateway, phone }: Dial): Promise<Answered | null> {
  const now = deps.clock();
  const language = await findCallerLanguage(deps.database, { phone, sessionKey: key });
  const { text, state } = showMain(deps.facts(), menuStart(language));
  const isNew = await insertUssdSession(deps.database, {
    sessionKey: key,
    gateway,
    phone,
    language,
    state,
    entries: 0,
    entriesDigest: digestOf(deps, key, []),
    lastAnswer: text,
    startedAt: now,
  });
  const metered = { gateway, screen: state.at, language, isNew, endReason: null };
  return isNew ? { text, ends: false, metered } : null;
}

/**
 * Answers one request of a USSD gateway: a screen, and whether the session ends with it. What it does, it
 * does in one transaction with the session, once: a repeated request, also a late one, is answered with the
 * screen where the session stands, and one of another telephone with the end of a session. Null for the
 * notice that a session is over, which wants no screen. Nothing outside is called.
 */
export async function answerUssd(
  deps: UssdDependencies,
  gateway: UssdGateway,
  request: UssdRequest,
): Promise<UssdAnswer | null> {
  const { sessionId, typed } = request;
  const phone = callerNumber(request.phone);
  const key = hash('sha256', `${gateway.name}:${sessionId}`, 'base64url');
  if (typed.kind === 'end') {
    const { reason: endReason } = typed;
    const ended = { sessionKey: key, phone: phone ?? '', endedAt: deps.clock(), endReason };
    if (await endUssdSession(deps.database, ended)) deps.metrics.ended(gateway.name, endReason);
    return null;
  }
  if (phone === null) return { text: sessionOver(deps.facts(), 'en'), ends: true };
  const dial: Dial = { key, gateway: gateway.name, phone, typed };
  const begun = typed.kind === 'begin' ? await beginSession(deps, dial) : null;
  const { metered, ...answer } = begun ?? (await goOn(deps, dial));
  if (metered) deps.metrics.screen(metered);
  return answer;
}
