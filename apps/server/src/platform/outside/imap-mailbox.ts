import { isLoopbackHost } from '@portal/kernel/network-address';
import type { ImapFlow, ImapFlowOptions } from 'imapflow';

const CONNECT_MS = 10_000;
const SILENCE_MS = 60_000;

/** A mail in a folder, as the server describes it before it is read. */
export type ListedMail = {
  readonly uid: number;
  readonly sizeBytes: number;
  /** When the server took it; null where it does not say. */
  readonly receivedAt: Date | null;
};

/** A folder that is open. UIDs hold together with `uidValidity` (RFC 9051, 2.3.1.1). */
export type MailFolder = {
  readonly uidValidity: number;
  /** Its `most` oldest mails, oldest first. */
  readonly list: (most: number) => Promise<ListedMail[]>;
  /** The first `mostBytes` of a mail; null when it is gone. */
  readonly read: (uid: number, mostBytes: number) => Promise<Buffer | null>;
  /** UIDs of the mails with this Message-ID. */
  readonly find: (messageId: string) => Promise<number[]>;
  /** Moves a mail into another folder; its new name there, where the server says it. */
  readonly move: (
    uid: number,
    folder: string,
  ) => Promise<{ readonly uidValidity: number; readonly uid: number } | null>;
};

export type Mailbox = {
  /** The folder that the address names; null for that, else one beside it, which is made if it is missing. */
  readonly open: (folder: string | null) => Promise<MailFolder>;
  readonly close: () => Promise<void>;
};

/** Connects to the mailbox of an address such as imaps://user:password@host:993/INBOX. */
export type ConnectMailbox = (url: string) => Promise<Mailbox>;

/** Names a mailbox without its password. */
export function mailboxName(url: string): string {
  const { username, hostname, pathname } = new URL(url);
  return `${decodeURIComponent(username)} on ${hostname}, ${folderOf(pathname)}`.slice(0, 255);
}

function folderOf(pathname: string): string {
  return decodeURIComponent(pathname.slice(1)) || 'INBOX';
}

/** The password never crosses a network unencrypted: imap:// must be upgraded, except on this machine. */
function optionsOf(url: URL): ImapFlowOptions {
  const secure = url.protocol === 'imaps:';
  return {
    host: url.hostname,
    port: Number(url.port || (secure ? 993 : 143)),
    secure,
    ...(secure ? {} : { doSTARTTLS: !isLoopbackHost(url.hostname) }),
    auth: { user: decodeURIComponent(url.username), pass: decodeURIComponent(url.password) },
    logger: false,
    disableAutoIdle: true,
    connectionTimeout: CONNECT_MS,
    greetingTimeout: CONNECT_MS,
    socketTimeout: SILENCE_MS,
  };
}

/** The server's own words, where it said something. */
function worded(error: unknown): Error {
  if (!(error instanceof Error)) return new Error(String(error));
  const said = 'responseText' in error && typeof error.responseText === 'string' ? error.responseText : error.message;
  return new Error(said, { cause: error });
}

async function asked<T>(command: Promise<T>): Promise<T> {
  try {
    return await command;
  } catch (error) {
    throw worded(error);
  }
}

function folderIn(client: ImapFlow, uidValidity: number, ensure: (folder: string) => Promise<void>): MailFolder {
  const byUid = { uid: true } as const;
  return {
    uidValidity,
    list: async (most) => {
      const last = Math.min(most, client.mailbox ? client.mailbox.exists : 0);
      if (last === 0) return [];
      const mails = await asked(client.fetchAll(`1:${last}`, { uid: true, size: true, internalDate: true }));
      return mails
        .map(({ uid, size = 0, internalDate }) => ({
          uid,
          sizeBytes: size,
          receivedAt: internalDate === undefined ? null : new Date(internalDate),
        }))
        .sort((a, b) => a.uid - b.uid);
    },
    read: async (uid, mostBytes) => {
      const mail = await asked(client.fetchOne(String(uid), { source: { maxLength: mostBytes } }, byUid));
      return mail ? (mail.source ?? null) : null;
    },
    find: async (messageId) => {
      const found = await asked(client.search({ header: { 'message-id': messageId } }, byUid));
      return found || [];
    },
    move: async (uid, folder) => {
      await ensure(folder);
      const moved = await asked(client.messageMove(String(uid), [folder], byUid));
      if (!moved) throw new Error(`the mail server does not move mails into ${folder}`);
      const newUid = moved.uidMap?.get(uid);
      if (moved.uidValidity === undefined || newUid === undefined) return null;
      return { uidValidity: Number(moved.uidValidity), uid: newUid };
    },
  };
}

/** The library is loaded with the first connection, so that a portal without a mailbox does not have it. */
async function connect(url: string, options: ImapFlowOptions = {}): Promise<ImapFlow> {
  const { ImapFlow: Client } = await import('imapflow');
  const client = new Client({ ...optionsOf(new URL(url)), ...options });
  // A broken connection rejects the command that waits; without a listener it would end the process too.
  client.on('error', () => {});
  await asked(client.connect());
  return client;
}

/** Connects to a mailbox over IMAP. Everything rejects with the words of the server or the network. */
export const connectMailbox: ConnectMailbox = async (url) => {
  const client = await connect(url);
  const made = new Set<string>();
  const ensure = async (folder: string): Promise<void> => {
    if (made.has(folder)) return;
    await asked(client.mailboxCreate([folder]));
    made.add(folder);
  };
  return {
    open: async (folder) => {
      if (folder !== null) await ensure(folder);
      const opened = await asked(client.mailboxOpen(folder === null ? folderOf(new URL(url).pathname) : [folder]));
      return folderIn(client, Number(opened.uidValidity), ensure);
    },
    close: async () => {
      await client.logout().catch(() => client.close());
    },
  };
};

/** Connects and signs in, and reads nothing. Rejects with the server's or the network's words. */
export async function verifyMailbox(url: string): Promise<void> {
  await connect(url, { verifyOnly: true });
}
