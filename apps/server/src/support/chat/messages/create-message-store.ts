import type { Clock } from '@portal/kernel/clock';
import { type Database, isUniqueViolation } from '../../../platform/database/connection.ts';
import { runTransaction } from '../../../platform/database/run-transaction.ts';
import { ApiError } from '../../../platform/http/errors/api-error.ts';
import type { RecordAudits } from '../chat-dependencies.ts';
import type { QueueDelivery } from '../contacts/queue-delivery.ts';
import { insertMessages, type NewMessage, type WrittenMessage } from './message.repository.ts';
import type { StoreMessage } from './store-message.port.ts';

const MOST_AT_ONCE = 100;
const MOST_BATCHES = 3;
const MOST_WAITING = 5000;

type Waiting = { readonly message: NewMessage } & PromiseWithResolvers<WrittenMessage | null>;

type Deps = {
  readonly database: Database;
  readonly clock: Clock;
  readonly recordAudits: RecordAudits;
  /** Sends a message out of the portal, once its transaction is committed. */
  readonly queueDelivery: QueueDelivery;
};

/**
 * All or nothing. Messages of staff are audited with it, without their text, which is in the chat.
 */
async function write(
  { database, clock, recordAudits, queueDelivery }: Deps,
  messages: readonly NewMessage[],
): Promise<Map<string, WrittenMessage>> {
  const byStaff = messages.filter(({ sender }) => sender === 'agent');
  if (byStaff.length === 0) return insertMessages(database, messages, clock());
  return runTransaction(database, async (tx) => {
    const written = await insertMessages(tx, messages, clock());
    const entries = byStaff.flatMap(({ sessionId, senderId }) => {
      const after = written.get(sessionId);
      const act = { actorId: senderId, action: 'chat.message', subject: `chat:${sessionId}`, before: null };
      return after ? [{ ...act, after: { seq: after.seq } }] : [];
    });
    await recordAudits(tx, entries);
    for (const { sessionId, content } of byStaff) {
      const sent = written.get(sessionId);
      if (sent && sent.contactId !== null) await queueDelivery(tx, { sessionId, content, ...sent });
    }
    return written;
  });
}

/** One by one, so that only a message that is stored already is skipped. */
async function settleEach(deps: Deps, batch: readonly Waiting[]): Promise<void> {
  for (const { message, resolve, reject } of batch) {
    try {
      resolve((await write(deps, [message])).get(message.sessionId) ?? null);
    } catch (error) {
      if (isUniqueViolation(error)) resolve(null);
      else reject(error);
    }
  }
}

async function settle(deps: Deps, batch: readonly Waiting[]): Promise<void> {
  try {
    const messages = batch.map(({ message }) => message);
    const written = await write(deps, messages);
    for (const { message, resolve } of batch) resolve(written.get(message.sessionId) ?? null);
  } catch (error) {
    if (isUniqueViolation(error)) await settleEach(deps, batch);
    else for (const { reject } of batch) reject(error);
  }
}

/** Takes the next batch: the first message of each chat that has none being written. */
function takeBatch(waiting: Waiting[], busy: Set<string>): Waiting[] {
  const batch: Waiting[] = [];
  const left: Waiting[] = [];
  const held = new Set(busy);
  for (const one of waiting) {
    const { sessionId } = one.message;
    if (batch.length === MOST_AT_ONCE || held.has(sessionId)) left.push(one);
    else batch.push(one);
    held.add(sessionId);
  }
  waiting.splice(0, waiting.length, ...left);
  return batch;
}

/**
 * Messages that arrive while others are being written are written together, one of each chat: under
 * load the commits grow instead of their number, and many messages to one chat occupy one
 * connection, not all.
 */
export function createMessageStore(deps: Deps): StoreMessage {
  const waiting: Waiting[] = [];
  const busy = new Set<string>();
  let batches = 0;
  let isCalled = false;

  const work = async (): Promise<void> => {
    if (batches === MOST_BATCHES) return;
    const batch = takeBatch(waiting, busy);
    if (batch.length === 0) return;
    const chats = batch.map(({ message }) => message.sessionId);
    for (const id of chats) busy.add(id);
    batches++;
    await settle(deps, batch);
    batches--;
    for (const id of chats) busy.delete(id);
    call();
  };
  /** After this turn of the event loop, so that concurrent messages are in the batch. */
  const call = (): void => {
    if (isCalled || waiting.length === 0) return;
    isCalled = true;
    setImmediate(() => {
      isCalled = false;
      void work();
    });
  };
  return (message) => {
    if (waiting.length >= MOST_WAITING) throw new ApiError('service.unavailable');
    const { promise, resolve, reject } = Promise.withResolvers<WrittenMessage | null>();
    waiting.push({ message, promise, resolve, reject });
    call();
    return promise;
  };
}
