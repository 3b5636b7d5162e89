import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type pg from 'pg';
import { expect } from 'vitest';
import { connectMailbox } from '../../platform/outside/imap-mailbox.ts';
import { startDovecot } from '../servers/start-dovecot.ts';
import { startTestPortal } from '../test-portal.ts';
import { AUTHSERV_ID, DESK, writeMail } from './inbound-mail-testbed.ts';

const PROGRAM = join(import.meta.dirname, 'read-mailbox.program.ts');
const PDF = Buffer.from('%PDF-1.4\n%%EOF\n'.padStart(400, ' ').trimStart().padEnd(400, '\n')).toString('base64');
const DELIVERED_AT_ONCE = 5;

/** A line to the mail server that breaks after so many bytes, again and again. */
async function startBreakingLine(port: number, breaksAfterBytes: number) {
  const sockets = new Set<Socket>();
  const server = createServer((near) => {
    const far = connect(port, '127.0.0.1');
    let bytes = 0;
    const cut = () => {
      near.destroy();
      far.destroy();
    };
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.on('error', cut).on('close', cut);
    }
    near.on('data', (data) => far.write(data));
    far.on('data', (data) => {
      bytes += data.length;
      near.write(data);
      if (bytes > breaksAfterBytes) cut();
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    stop: () => {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}

const subjectOf = (nth: number): string => `Mail number ${nth}`;

/** Every fifth with a file; each from somebody else. */
function mailOf(nth: number): string {
  const from = `sender-${nth}@mail.example`;
  if (nth % 5 !== 0) return writeMail({ from, subject: subjectOf(nth), text: `Text ${nth}` });
  const file = `--b\nContent-Type: application/pdf; name=a.pdf\nContent-Transfer-Encoding: base64\n\n${PDF}`;
  const body = `Content-Type: multipart/mixed; boundary=b\n\n--b\nContent-Type: text/plain\n\nText ${nth}\n${file}\n--b--`;
  return writeMail({ from, subject: subjectOf(nth), body });
}

/**
 * Mails to the desk while the portal that reads them is killed, its line breaks and its disk takes no file.
 * Afterwards each must be exactly one ticket, confirmed once, with its file. Throws when one is not.
 */
export async function readMailsUnderFaults({ mails, kills }: { readonly mails: number; readonly kills: number }) {
  const dovecot = await startDovecot();
  const line = await startBreakingLine(dovecot.imapPort, 40_000);
  const folder = await mkdtemp(join(tmpdir(), 'portal-mail-'));
  const portal = await startTestPortal();
  const owner = portal.pool.options;
  const connection = JSON.stringify({ owner: pick(owner), portal: pick(portal.poolConfig) });
  let reader: ChildProcess | null = null;
  const start = (url: string, isDiskFull = false) => {
    const program = [process.execPath, PROGRAM, connection];
    // A limit of the size of files is a full disk that needs no rights to make: no write succeeds.
    const [command = '', ...words] = isDiskFull ? ['prlimit', '--fsize=64', ...program] : program;
    reader = spawn(command, words, {
      stdio: 'ignore',
      env: {
        PATH: process.env.PATH,
        DATA_DIR: folder,
        IMAP_URL: url,
        IMAP_AUTHSERV_ID: AUTHSERV_ID,
        SUPPORT_ADDRESS: DESK,
      },
    });
  };
  const kill = async () => {
    const killed = reader;
    reader = null;
    if (killed === null || killed.exitCode !== null) return;
    const ended = once(killed, 'exit');
    killed.kill('SIGKILL');
    await ended;
  };
  const count = async (from: string): Promise<number> =>
    (await portal.pool.query<{ count: number }>(`select count(*)::int from ${from}`)).rows[0]?.count ?? 0;
  const untilTaken = (least: number) =>
    expect.poll(() => count("inbound_mails where state = 'taken'"), { timeout: 300_000 }).toBeGreaterThanOrEqual(least);
  const url = dovecot.urlOf('desk');
  const overLine = url.replace(`:${dovecot.imapPort}/`, `:${line.port}/`);
  try {
    const numbers = Array.from({ length: mails }, (_, at) => at + 1);
    const deliver = async (some: readonly number[]) => {
      for (let at = 0; at < some.length; at += DELIVERED_AT_ONCE) {
        const together = some.slice(at, at + DELIVERED_AT_ONCE);
        await Promise.all(
          together.map((nth) => dovecot.deliver({ to: DESK, from: 'x@mail.example', raw: mailOf(nth) })),
        );
      }
    };
    const early = numbers.filter((nth) => nth % 5 !== 0 || nth <= mails / 2);
    await deliver(early.slice(0, 4));
    // Those without a file are taken, and the first with one waits for the disk.
    start(url, true);
    await untilTaken(4);
    await deliver(early.slice(4));
    await expect.poll(() => count('ticket_attachments'), { timeout: 120_000 }).toBe(0);
    await kill();
    for (let nth = 1; nth <= kills; nth++) {
      start(overLine);
      await untilTaken(Math.floor((early.length * nth) / (kills + 1)));
      await kill();
    }
    const late = numbers.filter((nth) => !early.includes(nth));
    start(overLine);
    await deliver(late);
    await untilTaken(mails);
    await untilMoved(url, mails);
    await kill();
    return {
      tickets: await count('support_tickets'),
      subjects: await count('(select distinct subject from support_tickets) as subjects'),
      confirmations: await count("outbox_messages where message_key like 'ticket:%'"),
      files: await count('ticket_attachments where ticket_id is not null'),
      filesOnDisk: (await readdir(join(folder, 'uploads'), { recursive: true })).filter((name) =>
        /[\w-]{36}$/.test(name),
      ),
      fileIds: (
        await portal.pool.query<{ id: string }>('select id from ticket_attachments where ticket_id is not null')
      ).rows.map(({ id }) => id),
    };
  } finally {
    await kill();
    line.stop();
    await portal.close();
    await dovecot.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

/** How to connect, without what cannot be an argument of a program. */
const pick = ({ host, port, user, password, database }: pg.ClientConfig) => ({ host, port, user, password, database });

/** Every mail lies in the folder of those that are read, once. */
async function untilMoved(url: string, mails: number): Promise<void> {
  const mailbox = await connectMailbox(url);
  const sizeOf = async (folder: string | null) => (await (await mailbox.open(folder)).list(Infinity)).length;
  try {
    await expect
      .poll(async () => [await sizeOf(null), await sizeOf('Processed')], { timeout: 300_000 })
      .toEqual([0, mails]);
  } finally {
    await mailbox.close();
  }
}
