import { hash } from 'node:crypto';
import type { LanguageCode } from '@portal/contract/messaging/notices';
import type { NetworkSnapshot } from '../../../network/index.ts';
import type { Transaction } from '../../../platform/database/connection.ts';
import type { Contact } from '../../../support/index.ts';
import { createMenuServices } from '../../menu/create-menu-services.ts';
import {
  type Caller,
  endMenu,
  type MenuState,
  menuStart,
  showMain,
  type Turn,
  takeInput,
} from '../../menu/menu.policy.ts';
import { createSay, type MenuFacts } from '../../menu/menu-screens.ts';
import { payByDigits } from '../../menu/pay-by-digits.ts';
import {
  endUssdSession,
  findCallerLanguage,
  type OpenUssdSession,
  openUssdSession,
  saveUssdTurn,
} from '../../ussd/ussd-session.repository.ts';
import { recipientOf } from '../messages/inbound-message.policy.ts';
import { countAnswers, countLinks } from '../sends/send.repository.ts';
import type { WhatsAppDependencies } from '../whatsapp-dependencies.ts';
import { interactiveOf } from './interactive.policy.ts';
import { answersStep, isVoucher, type MenuEntry } from './menu-entry.policy.ts';

const GATEWAY = 'whatsapp';
const PROGRAM = 'WhatsApp';
/** Of a session that was not answered yet. */
const BEGINS = -1;
/** So long a screen waits for its answer, and a phone PIN is good. */
const IDLE_MS = 15 * 60_000;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Each answer costs, and two machines would answer each other for ever. */
const ANSWERS_A_DAY = 60;

type Asking = {
  readonly contact: Contact;
  readonly entry: Exclude<MenuEntry, { readonly kind: 'person' }>;
  readonly eventId: number;
  readonly network: NetworkSnapshot;
};

/** A message of the menu; `isLink` where it has a link to pay. */
export type MenuReply = { readonly message: Readonly<Record<string, unknown>>; readonly isLink: boolean };

/** Whoever has the number next does not go on where this one has stopped. */
const sessionKeyOf = ({ id, userId }: Contact) => hash('sha256', `${GATEWAY}:${id}:${userId ?? ''}`, 'base64url');

const factsOf = (deps: WhatsAppDependencies): MenuFacts => ({ ...deps.menu.facts(), form: 'chat' });

/** Whose accounts the number opens: what staff say about it does not. */
const ownerOf = ({ userId, linkedBy }: Contact) => (linkedBy === null ? userId : null);

/** The menu can be walked through only from a telephone number, by which guesses are counted. */
export function hasMenu({ address }: Pick<Contact, 'address'>): boolean {
  return /^\+\d{6,15}$/.test(address);
}

async function openSession(tx: Transaction, deps: WhatsAppDependencies, contact: Contact): Promise<OpenUssdSession> {
  const place = { phone: contact.address, sessionKey: sessionKeyOf(contact) };
  const language = await findCallerLanguage(tx, place);
  const session = { ...place, gateway: GATEWAY, language, state: menuStart(language) };
  return openUssdSession(tx, {
    ...session,
    entries: BEGINS,
    entriesDigest: '',
    lastAnswer: '',
    startedAt: deps.clock(),
  });
}

async function languageOf(
  tx: Transaction,
  deps: WhatsAppDependencies,
  contact: Contact,
  { session, word }: { readonly session: OpenUssdSession; readonly word: LanguageCode | null },
): Promise<LanguageCode> {
  const owner = ownerOf(contact);
  if (owner !== null) return deps.messaging.findLanguage(tx, owner);
  // Who speaks another language also knows "BAL".
  return word !== null && word !== 'en' ? word : session.language;
}

/** The language of the answers to somebody: of the customer, else of their last walk through the menu. */
export async function findAnswerLanguage(
  tx: Transaction,
  deps: WhatsAppDependencies,
  contact: Contact,
): Promise<LanguageCode> {
  if (contact.userId !== null) return deps.messaging.findLanguage(tx, contact.userId);
  return hasMenu(contact) ? findCallerLanguage(tx, { phone: contact.address, sessionKey: '' }) : 'en';
}

/** Whether a number may still be answered by the portal itself today. */
export async function hasAnswersLeft(tx: Transaction, deps: WhatsAppDependencies, contact: Contact): Promise<boolean> {
  const aDayAgo = new Date(deps.clock().getTime() - DAY_MS);
  return (await countAnswers(tx, recipientOf(contact.address), aDayAgo)) < ANSWERS_A_DAY;
}

type Step = { readonly turn: Turn; readonly isOld?: boolean };

/** The next screen; null where the message is for a person. */
async function stepOf(
  caller: Caller,
  entry: Asking['entry'],
  { state, isOpen, screen }: { readonly state: MenuState; readonly isOpen: boolean; readonly screen: number },
): Promise<Step | null> {
  const { facts, services } = caller;
  const begin = () => showMain(facts, { ...state, mistakes: 0 });
  const pay = async (digits: string) => {
    const say = createSay(state.language, facts);
    return endMenu(state, await payByDigits({ say, services }, await services.listOwnAccounts(), digits));
  };
  switch (entry.kind) {
    case 'main':
      return { turn: begin() };
    case 'task':
      return { turn: await takeInput(caller, begin().state, entry.entry) };
    case 'pay':
      return { turn: await pay(entry.digits) };
    case 'press':
      if (!isOpen || entry.screen !== screen) return { turn: begin(), isOld: true };
      return { turn: await takeInput(caller, state, entry.entry) };
    case 'digits': {
      const isAsked = isOpen && state.at !== 'end' && answersStep(state.at, entry);
      if (isVoucher(entry) && !(isAsked && state.at === 'voucher')) return { turn: await pay(entry.digits) };
      if (isAsked) return { turn: await takeInput(caller, state, entry.digits) };
      // A choice or a PIN that comes too late belongs into no conversation either.
      const isLate = entry.alone && (entry.digits.length === 1 || entry.digits.length === 4);
      return isLate ? { turn: begin(), isOld: true } : null;
    }
  }
}

/**
 * Screens are counted from the minute in which their session begins: sessions are deleted after a while, and
 * buttons of an earlier one carry lower numbers.
 */
const screenAfter = ({ entries }: OpenUssdSession, now: Date): number =>
  entries === BEGINS ? Math.floor(now.getTime() / 60_000) : entries + 1;

async function saveTurn(
  tx: Transaction,
  deps: WhatsAppDependencies,
  session: OpenUssdSession,
  { turn, kind }: { readonly turn: Turn; readonly kind: 'screen' | 'wordless' },
): Promise<number> {
  const now = deps.clock();
  const screen = screenAfter(session, now);
  await saveUssdTurn(tx, session.id, {
    language: turn.state.language,
    state: turn.state,
    entries: screen,
    entriesDigest: '',
    lastAnswer: kind,
    answeredAt: now,
    // The next screen may be asked for at once; a conversation with a person ends it.
    endedAt: null,
    endReason: null,
  });
  deps.metrics.countScreen(turn.state.at, turn.state.language);
  return screen;
}

/**
 * Answers a message by the menu, in the transaction of its event and under the lock of its contact. `limit`
 * where the number has had its answers of a day; null where a person has to read it.
 */
export async function answerByMenu(
  tx: Transaction,
  deps: WhatsAppDependencies,
  { contact, entry, eventId, network }: Asking,
): Promise<MenuReply | 'limit' | null> {
  const now = deps.clock();
  const recipient = recipientOf(contact.address);
  if (!(await hasAnswersLeft(tx, deps, contact))) return 'limit';
  const session = await openSession(tx, deps, contact);
  const word = 'language' in entry ? entry.language : null;
  const language = await languageOf(tx, deps, contact, { session, word });
  const isOpen = session.entries !== BEGINS && !session.hasEnded && now.getTime() - session.answeredAtMs < IDLE_MS;
  const state = isOpen ? { ...(session.state as MenuState), language } : menuStart(language);
  const facts = factsOf(deps);
  const services = createMenuServices(deps.menu, {
    tx,
    network,
    phone: contact.address,
    language,
    requestId: `${GATEWAY}:${eventId}`,
    now,
    via: GATEWAY,
    program: PROGRAM,
    ownOf: ownerOf(contact),
    countShownLinks: (since) => countLinks(tx, recipient, since),
  });
  let isLink = false;
  const caller: Caller = {
    facts,
    phone: contact.address,
    services: {
      ...services,
      makeLink: async (account) => {
        const made = await services.makeLink(account);
        isLink = made.kind === 'shown';
        return made;
      },
    },
  };
  const step = await stepOf(caller, entry, { state, isOpen, screen: session.entries });
  if (step === null) return null;
  const screen = await saveTurn(tx, deps, session, { turn: step.turn, kind: 'screen' });
  const say = createSay(step.turn.state.language, facts);
  const before = step.isOld ? say('chatOld') : null;
  return { message: interactiveOf(step.turn, { screen, say, before }), isLink };
}

/**
 * Answers something that says nothing to us by `text` and the menu: once in an hour, however many stickers
 * come. Null where it was said.
 */
export async function answerWordless(
  tx: Transaction,
  deps: WhatsAppDependencies,
  contact: Contact,
  text: string,
): Promise<MenuReply | null> {
  const session = await openSession(tx, deps, contact);
  const isSaid = session.lastAnswer === 'wordless' && deps.clock().getTime() - session.answeredAtMs < HOUR_MS;
  if (isSaid) return null;
  const language = await languageOf(tx, deps, contact, { session, word: null });
  const facts = factsOf(deps);
  const turn = showMain(facts, menuStart(language));
  const screen = await saveTurn(tx, deps, session, { turn, kind: 'wordless' });
  const message = interactiveOf(turn, { screen, say: createSay(language, facts), before: text });
  return { message, isLink: false };
}

/** A person has the conversation now: nothing of what was asked before waits for an answer. */
export async function leaveMenu(tx: Transaction, deps: WhatsAppDependencies, contact: Contact): Promise<void> {
  const left = { sessionKey: sessionKeyOf(contact), phone: contact.address };
  if (hasMenu(contact)) await endUssdSession(tx, { ...left, endedAt: deps.clock(), endReason: 'hung-up' });
}
