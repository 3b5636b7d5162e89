import { formatMessage, type MessageDescriptor } from '@portal/kernel/messaging/message-descriptor';
import type { NetworkSnapshot } from '../../../network/index.ts';
import type { Transaction } from '../../../platform/database/connection.ts';
import { runTransaction } from '../../../platform/database/run-transaction.ts';
import type { Contact, Received } from '../../../support/index.ts';
import { finishEvent } from '../events/event.repository.ts';
import {
  answerByMenu,
  answerWordless,
  findAnswerLanguage,
  hasAnswersLeft,
  hasMenu,
  leaveMenu,
  type MenuReply,
} from '../menu/answer-by-menu.ts';
import { type MenuEntry, readMenuEntry } from '../menu/menu-entry.policy.ts';
import { LINK_KEY, queueSend } from '../sends/send.repository.ts';
import type { WhatsAppDependencies } from '../whatsapp-dependencies.ts';
import { answers, type FileRefusal, refusalText } from './answer-texts.ts';
import { type FetchedFile, FileNotThere, fetchFile } from './fetch-file.ts';
import { addressOf, type InboundEnvelope, recipientOf } from './inbound-message.policy.ts';
import { keepContact } from './keep-contact.ts';
import { keywordOf } from './keyword.policy.ts';

/** How long we may write freely after somebody has written. */
const WINDOW_MS = 24 * 3_600_000;
/** A chat's message has at most 4 KB; WhatsApp's have 4096 letters. */
const LONGEST_BYTES = 4096;
/** After these a file that does not come is said to be lost. */
const TRIES_OF_FILE = 4;

/** `raw`: the event as it is stored, once its message is in a conversation. */
type Taken = {
  readonly eventId: number;
  readonly attempts: number;
  readonly raw: string;
  readonly envelope: InboundEnvelope;
};

/** The beginning of a text that a chat's message can hold. */
function fitting(text: string): string {
  let short = text;
  while (Buffer.byteLength(short) > LONGEST_BYTES) short = short.slice(0, Math.floor(short.length * 0.9));
  return short.toWellFormed();
}

type Reply = MessageDescriptor | MenuReply;

async function wordsOf(
  tx: Transaction,
  deps: WhatsAppDependencies,
  contact: Contact,
  text: MessageDescriptor,
): Promise<string> {
  return formatMessage(text, deps.messaging.speakIn(await findAnswerLanguage(tx, deps, contact)));
}

async function answer(
  tx: Transaction,
  deps: WhatsAppDependencies,
  contact: Contact,
  { wamid, reply }: { readonly wamid: string; readonly reply: Reply },
): Promise<void> {
  const isOfMenu = 'isLink' in reply;
  await queueSend(tx, {
    purpose: 'answer',
    sendKey: `${isOfMenu && reply.isLink ? LINK_KEY : 'answer:'}${wamid}`,
    recipient: recipientOf(contact.address),
    body: isOfMenu ? reply.message : { type: 'text', text: { body: await wordsOf(tx, deps, contact, reply) } },
    now: deps.clock(),
  });
}

async function fileOf(deps: WhatsAppDependencies, { attempts, envelope }: Taken): Promise<FetchedFile | null> {
  const { message, sender } = envelope;
  if (message.kind !== 'words' || message.file === null || sender === null) return null;
  try {
    return await fetchFile(deps, { address: addressOf(sender), file: message.file });
  } catch (error) {
    if (!(error instanceof FileNotThere) || attempts < TRIES_OF_FILE) throw error;
    return { refusal: 'lost' };
  }
}

const SAID_OF: Readonly<Record<FileRefusal, string>> = {
  type: '[A file that we do not take]',
  size: '[A file that is too large]',
  room: '[A file; this number has sent too many lately]',
  harmful: '[A file in which the virus scanner has found something]',
  lost: '[A file that did not reach us]',
};

/** What staff read in the chat: what was written, and what came with it. */
function contentOf({ message }: InboundEnvelope, fetched: FetchedFile | null): string {
  const said = message.kind === 'words' || message.kind === 'choice' ? message.text : '';
  const refusal = fetched !== null && 'refusal' in fetched ? SAID_OF[fetched.refusal] : '';
  const file = fetched !== null && 'file' in fetched && said === '' ? `[${fetched.file.name}]` : '';
  return fitting([said, refusal, file].filter(Boolean).join('\n'));
}

/** STOP ends our notices and START resumes them, for the account of this number. */
async function changeNotices(
  tx: Transaction,
  deps: WhatsAppDependencies,
  contact: Contact,
  given: boolean,
): Promise<MessageDescriptor> {
  // What staff say about a number is not the customer's own word.
  if (contact.userId === null || contact.linkedBy !== null) return given ? answers.unknownNumber() : answers.stopped();
  await deps.messaging.changeWhatsAppConsent(tx, {
    userId: contact.userId,
    given,
    source: 'whatsapp',
    now: deps.clock(),
  });
  return given ? answers.started() : answers.stopped();
}

/** `forgets`: nothing of what was written is stored. */
type Outcome = { readonly received: Received | null; readonly reply: Reply | null; readonly forgets: boolean };

const NOTHING: Outcome = { received: null, reply: null, forgets: false };

type Handling = {
  readonly eventId: number;
  readonly envelope: InboundEnvelope;
  readonly fetched: FetchedFile | null;
  readonly entry: MenuEntry | null;
  readonly network: NetworkSnapshot | null;
};

/** What the menu makes of a message outside of a conversation; null where it is for a person. */
async function askMenu(
  tx: Transaction,
  deps: WhatsAppDependencies,
  contact: Contact,
  { eventId, entry, network }: Handling,
): Promise<MenuReply | 'limit' | null> {
  if (entry === null || entry.kind === 'person' || network === null || !hasMenu(contact)) return null;
  return answerByMenu(tx, deps, { contact, entry, eventId, network });
}

/** Each answer costs: however many stickers, files and keywords come, no more are given than those of a day. */
async function repliedTo(
  tx: Transaction,
  deps: WhatsAppDependencies,
  contact: Contact,
  reply: MessageDescriptor,
): Promise<MessageDescriptor | null> {
  return (await hasAnswersLeft(tx, deps, contact)) ? reply : null;
}

/** Something that says nothing to us: told to whom an agent has, answered by the menu otherwise. */
async function handleWordless(
  tx: Transaction,
  deps: WhatsAppDependencies,
  contact: Contact,
  { what, receive }: { readonly what: string; readonly receive: ((content: string) => Promise<Received>) | null },
): Promise<Outcome> {
  const said = { edit: '[They have changed a message]', revoke: '[They have taken a message back]' }[what];
  if (receive === null) {
    if (said !== undefined) return NOTHING;
    if (!hasMenu(contact)) return { ...NOTHING, reply: await repliedTo(tx, deps, contact, answers.wordless()) };
    const text = await wordsOf(tx, deps, contact, answers.wordless());
    return { ...NOTHING, reply: await answerWordless(tx, deps, contact, text) };
  }
  const received = await receive(said ?? `[${what}]`);
  const reply = said === undefined ? await repliedTo(tx, deps, contact, answers.wordless()) : null;
  return { ...NOTHING, received, reply };
}

/** One message of a contact whose row is locked. */
async function handle(
  tx: Transaction,
  deps: WhatsAppDependencies,
  contact: Contact,
  handling: Handling,
): Promise<Outcome> {
  const { envelope, fetched, entry } = handling;
  const { message } = envelope;
  const { contacts } = deps.support;
  const open = await contacts.findOpenSession(tx, contact.id);
  const receive = (content: string) =>
    contacts.receive(tx, {
      contactId: contact.id,
      content,
      files: fetched !== null && 'file' in fetched ? [fetched.file] : [],
    });
  switch (message.kind) {
    case 'nothing':
    case 'moved':
      return NOTHING;
    case 'wordless':
      return handleWordless(tx, deps, contact, { what: message.what, receive: open === null ? null : receive });
    case 'choice':
    case 'words': {
      const content = contentOf(envelope, fetched);
      const keyword = message.kind === 'words' && message.file === null ? keywordOf(message.text) : null;
      if (keyword !== null) {
        const reply = await repliedTo(tx, deps, contact, await changeNotices(tx, deps, contact, keyword === 'start'));
        return { ...NOTHING, received: open === null ? null : await receive(content), reply };
      }
      if (content.trim() === '') {
        return handleWordless(tx, deps, contact, { what: 'An empty message', receive: open === null ? null : receive });
      }
      // What an agent has, or is about to have, is theirs alone.
      const byMenu = open === null ? await askMenu(tx, deps, contact, handling) : null;
      if (byMenu !== null && byMenu !== 'limit') return { received: null, reply: byMenu, forgets: true };
      if (open === null) await leaveMenu(tx, deps, contact);
      // The digits may be a PIN that the menu has asked for.
      const isHidden = byMenu === 'limit' && (entry?.kind === 'digits' || entry?.kind === 'pay');
      const received = await receive(isHidden ? content.replace(/\p{Nd}/gu, '•') : content);
      if (fetched !== null && 'refusal' in fetched) {
        const reply = await repliedTo(tx, deps, contact, refusalText(fetched.refusal));
        return { received, reply, forgets: false };
      }
      return { received, reply: open === null ? answers.opened() : null, forgets: isHidden };
    }
  }
}

/**
 * Takes one message from WhatsApp: into the chat of its sender, whom it lets us answer for 24 hours.
 * Its effects and the end of its event are one transaction, so that it happens once. Throws where it
 * has to be tried again.
 */
export async function takeMessage(deps: WhatsAppDependencies, taken: Taken): Promise<void> {
  const { eventId, envelope } = taken;
  const { sender } = envelope;
  if (sender === null || envelope.line !== deps.phoneNumberId) {
    await finishEvent(deps.database, eventId, { raw: taken.raw });
    return;
  }
  const fetched = await fileOf(deps, taken);
  const entry = readMenuEntry(envelope.message);
  // Read before the transaction, which has a connection already.
  const network = entry === null || entry.kind === 'person' ? null : await deps.takeSnapshot();
  const handling = { eventId, envelope, fetched, entry, network };
  const outcome = await takeOnce(deps, taken, handling).catch(async (error: unknown) => {
    // Its row was not written, and the next try stores it anew.
    if (fetched !== null && 'file' in fetched) await deps.files.remove(fetched.file.id);
    throw error;
  });
  deps.metrics.countMessage('in', 'received');
  outcome.received?.publish();
  if (outcome.isAnswered) deps.support.contacts.deliverSoon();
}

/** The message's effects and the end of its event. */
function takeOnce(
  deps: WhatsAppDependencies,
  { eventId, envelope, raw }: Taken,
  handling: Handling,
): Promise<{ readonly received: Received | null; readonly isAnswered: boolean }> {
  const { sender, wamid, at, message } = envelope;
  return runTransaction(deps.database, async (tx) => {
    const now = deps.clock();
    const contact = await keepContact(tx, deps, { address: addressOf(sender ?? ''), name: envelope.name });
    if (message.kind === 'moved') {
      await deps.support.contacts.end(tx, contact.id, now);
      if (contact.userId !== null && contact.linkedBy === null) await deps.endConsent(tx, contact.userId, now);
    } else if (message.kind !== 'nothing') {
      const written = at === null || at > now ? now : at;
      await deps.support.contacts.extendWritable(tx, contact.id, new Date(written.getTime() + WINDOW_MS));
    }
    const { received, reply, forgets } = await handle(tx, deps, contact, handling);
    if (reply) await answer(tx, deps, contact, { wamid, reply });
    const place = received && { sessionId: received.sessionId, seq: received.seq };
    // Another instance may have been faster, when this one's claim had run out.
    if (!(await finishEvent(tx, eventId, { raw: forgets ? '' : raw, place })))
      throw new Error('the message was taken meanwhile');
    return { received, isAnswered: reply !== null };
  });
}
