import { sqlState } from '../../platform/database/connection.ts';
import type { ListedMail, Mailbox, MailFolder } from '../../platform/outside/imap-mailbox.ts';
import {
  endRetry,
  findMailAt,
  findMailboxHealth,
  type InboundMailRow,
  insertInboundMail,
  listMailsToRetry,
  saveMailboxHealth,
  setMovedTo,
  whileAloneAtMailbox,
} from './inbound-mail.repository.ts';
import type { InboundMailDependencies } from './inbound-mail-dependencies.ts';
import { believedMoment } from './mail-entry.policy.ts';
import { HEADER_BYTES, LARGEST_MAIL_BYTES, type Outcome, takeMail } from './take-mail.ts';

/** Where mails lie once they are read; beside the folder that is read. */
const FOLDERS = {
  taken: 'Processed',
  ignored: 'Ignored',
  unreadable: 'Unreadable',
  retrying: 'Unreadable',
} as const satisfies Record<Outcome, string>;

/** Over a line that breaks, or of a mailbox with very many, some are read before the next are listed. */
const LISTED_AT_ONCE = 100;

const FIRST_GAP_MS = 30_000;
const LONGEST_GAP_MS = 600_000;
const LONGEST_ERROR = 300;

const gapMs = (failures: number): number => Math.min(FIRST_GAP_MS * 2 ** (failures - 1), LONGEST_GAP_MS);

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** Data that PostgreSQL refuses, or a fault of ours on this mail: it would fail for ever. */
function isAboutTheMail(error: unknown): boolean {
  const state = sqlState(error);
  if (state !== null) return state.startsWith('22') || state.startsWith('23');
  return error instanceof TypeError || error instanceof RangeError || error instanceof SyntaxError;
}

/** A mail that we cannot take is shown to staff, so that it stops no other and is not lost. */
async function settleFault(
  deps: InboundMailDependencies,
  { place, mail }: { readonly place: InboundMailRow | Parameters<typeof findMailAt>[1]; readonly mail: ListedMail },
  error: unknown,
): Promise<Outcome> {
  deps.log.error({ err: error, uid: mail.uid }, 'a mail could not be taken');
  const now = deps.clock();
  await deps.database.transaction((tx) =>
    insertInboundMail(tx, {
      mailbox: place.mailbox,
      uidValidity: place.uidValidity,
      uid: place.uid,
      fingerprint: null,
      messageId: null,
      sender: '',
      subject: '',
      sizeBytes: mail.sizeBytes,
      state: 'unreadable',
      reason: 'malformed',
      receivedAt: believedMoment(mail.receivedAt, now),
      createdAt: now,
    }),
  );
  deps.count('unreadable');
  return 'unreadable';
}

const bytesToRead = ({ sizeBytes }: ListedMail): number =>
  sizeBytes > LARGEST_MAIL_BYTES ? HEADER_BYTES : LARGEST_MAIL_BYTES;

async function readOne(deps: InboundMailDependencies, folder: MailFolder, mail: ListedMail): Promise<void> {
  const place = { mailbox: deps.mailbox, uidValidity: folder.uidValidity, uid: mail.uid };
  const known = await findMailAt(deps.database, place);
  let outcome: Outcome | undefined = known?.state;
  if (outcome === undefined) {
    const raw = await folder.read(mail.uid, bytesToRead(mail));
    if (raw === null) return;
    try {
      outcome = await takeMail(deps, { ...mail, place, raw, retryOf: null });
    } catch (error) {
      if (!isAboutTheMail(error)) throw error;
      outcome = await settleFault(deps, { place, mail }, error);
    }
  }
  // Only now: a mail that is moved is in the database for good.
  const moved = await folder.move(mail.uid, FOLDERS[outcome]);
  if (outcome === 'unreadable' || outcome === 'retrying') await setMovedTo(deps.database, place, moved);
}

async function retryOne(deps: InboundMailDependencies, folder: MailFolder, row: InboundMailRow): Promise<void> {
  const isStillThere = row.movedUid !== null && row.movedUidValidity === folder.uidValidity;
  const [uid] = isStillThere ? [row.movedUid] : row.messageId === null ? [] : await folder.find(row.messageId);
  const raw = uid === null || uid === undefined ? null : await folder.read(uid, bytesToRead({ ...row, uid }));
  if (uid === null || uid === undefined || raw === null) {
    return endRetry(deps.database, row.id, { state: 'unreadable', reason: 'gone' });
  }
  const { mailbox, uidValidity, sizeBytes, receivedAt } = row;
  const place = { mailbox, uidValidity, uid: row.uid };
  let outcome: Outcome;
  try {
    outcome = await takeMail(deps, { uid, sizeBytes, receivedAt, place, raw, retryOf: row.id });
  } catch (error) {
    if (!isAboutTheMail(error)) throw error;
    deps.log.error({ err: error, uid }, 'a mail could not be taken');
    return endRetry(deps.database, row.id, { state: 'unreadable', reason: 'malformed' });
  }
  if (outcome === 'taken' || outcome === 'ignored') await folder.move(uid, FOLDERS[outcome]);
}

async function readInbox(deps: InboundMailDependencies, inbox: MailFolder, signal: AbortSignal): Promise<void> {
  let newest = 0;
  for (;;) {
    const mails = (await inbox.list(LISTED_AT_ONCE)).filter(({ uid }) => uid > newest);
    if (mails.length === 0) return;
    for (const mail of mails) {
      if (signal.aborted) return;
      await readOne(deps, inbox, mail);
      newest = mail.uid;
    }
  }
}

async function readFolders(deps: InboundMailDependencies, mailbox: Mailbox, signal: AbortSignal): Promise<void> {
  await readInbox(deps, await mailbox.open(null), signal);
  const rows = await listMailsToRetry(deps.database, deps.mailbox);
  if (rows.length === 0) return;
  const unreadable = await mailbox.open(FOLDERS.retrying);
  for (const row of rows) {
    if (signal.aborted) return;
    await retryOne(deps, unreadable, row);
  }
}

/** Connects, unless the last attempts failed and the next is not due: then it says once more why. */
async function connectAgain(deps: InboundMailDependencies): Promise<Mailbox> {
  const { database, mailbox, clock } = deps;
  const health = await findMailboxHealth(database, mailbox);
  const failures = (health?.failures ?? 0) + 1;
  if (health?.nextAttemptAt && health.nextAttemptAt > clock()) {
    throw new Error(`the mailbox could not be reached, and is tried again later: ${health.lastError}`);
  }
  try {
    return await deps.connect(deps.url);
  } catch (error) {
    await saveMailboxHealth(database, mailbox, {
      failures,
      // The next run is due in half a minute anyway.
      nextAttemptAt: failures === 1 ? null : new Date(clock().getTime() + gapMs(failures)),
      lastError: messageOf(error).slice(0, LONGEST_ERROR),
    });
    throw error;
  }
}

/**
 * Reads all mails in the mailbox, each once, and moves them away; on one instance at a time. A mail is moved
 * after it is committed, so a crash at any moment loses none and doubles none. Rejects when the mailbox, the
 * database or the disk cannot be used; growing pauses are between attempts to connect, ten minutes at most.
 */
export async function readMailbox(deps: InboundMailDependencies, signal: AbortSignal): Promise<void> {
  await whileAloneAtMailbox(deps.database, async () => {
    const mailbox = await connectAgain(deps);
    try {
      await readFolders(deps, mailbox, signal);
    } finally {
      await mailbox.close();
    }
    const health = { failures: 0, nextAttemptAt: null, lastError: null, lastReadAt: deps.clock() };
    await saveMailboxHealth(deps.database, deps.mailbox, health);
  });
}
