import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';

const READY_WITHIN_MS = 30_000;
/** With what has to be encoded in an address. */
const PASSWORD = 'desk/pass:word@1';

/** Debian's account without rights: Dovecot reads no mail as root. */
const NOBODY = { username: 'nobody', group: 'nogroup', uid: 65_534, gid: 65_534 };

/** One line that says why Dovecot is not available here; null when it is. */
export function missingDovecot(): string | null {
  const remedy = 'the tests with Dovecot are left out: sudo apt-get install -y dovecot-imapd dovecot-lmtpd';
  if (spawnSync('dovecot', ['--version'], { stdio: 'ignore' }).error) return `dovecot is missing, ${remedy}`;
  const { stdout } = spawnSync('doveconf', ['protocols'], { encoding: 'utf8' });
  return /lmtp/.test(stdout ?? '') || spawnSync('test', ['-e', '/usr/lib/dovecot/lmtp']).status === 0
    ? null
    : `dovecot has no LMTP, ${remedy}`;
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
}

type Account = { readonly username: string; readonly group: string; readonly uid: number; readonly gid: number };

function configurationOf(
  folder: string,
  ports: { imap: number; lmtp: number },
  { username, group, uid, gid }: Account,
) {
  return `base_dir = ${folder}/run
state_dir = ${folder}/state
log_path = ${folder}/dovecot.log
ssl = no
disable_plaintext_auth = no
protocols = imap lmtp
default_internal_user = ${username}
default_internal_group = ${group}
default_login_user = ${username}
first_valid_uid = 1
mail_location = maildir:${folder}/mail/%n
recipient_delimiter = +
auth_username_format = %Ln
lmtp_hdr_delivery_address = original
mail_max_userip_connections = 50
passdb {
  driver = static
  args = password=${PASSWORD}
}
userdb {
  driver = static
  args = uid=${uid} gid=${gid} home=${folder}/mail/%n
}
service anvil {
  chroot =
}
service imap-login {
  chroot =
  inet_listener imap {
    address = 127.0.0.1
    port = ${ports.imap}
  }
  inet_listener imaps {
    port = 0
  }
}
service lmtp {
  inet_listener lmtp {
    address = 127.0.0.1
    port = ${ports.lmtp}
  }
}
`;
}

async function untilListening(port: number, hasEnded: () => boolean, log: string): Promise<void> {
  const until = Date.now() + READY_WITHIN_MS;
  while (!hasEnded() && Date.now() < until) {
    const socket = connect(port, '127.0.0.1');
    const isOpen = await new Promise((resolve) =>
      socket.on('connect', () => resolve(true)).on('error', () => resolve(false)),
    );
    socket.destroy();
    if (isOpen) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`Dovecot did not start: ${readFileSync(log, { encoding: 'utf8', flag: 'a+' })}`);
}

export type TestDovecot = {
  /** The address of the mailbox of `user`, for IMAP_URL. */
  readonly urlOf: (user: string) => string;
  readonly imapPort: number;
  /** Delivers a mail over LMTP, as a mail server does with what it received. */
  readonly deliver: (mail: {
    readonly to: string;
    readonly from: string;
    readonly raw: string | Buffer;
  }) => Promise<void>;
  readonly stop: () => Promise<void>;
};

/** A Dovecot of its own with IMAP and LMTP, unprivileged, in a folder of its own, for any user. */
export async function startDovecot(): Promise<TestDovecot> {
  const folder = mkdtempSync(join(tmpdir(), 'dovecot-'));
  const isRoot = process.getuid?.() === 0;
  const { username, uid, gid } = userInfo();
  const account = isRoot ? NOBODY : { username, group: username, uid, gid };
  for (const made of ['run', 'state', 'mail']) mkdirSync(join(folder, made));
  const ports = { imap: await freePort(), lmtp: await freePort() };
  const configuration = join(folder, 'dovecot.conf');
  writeFileSync(configuration, configurationOf(folder, ports, account));
  if (isRoot) {
    chmodSync(folder, 0o755);
    for (const path of [folder, ...['run', 'state', 'mail'].map((made) => join(folder, made))]) {
      chownSync(path, account.uid, account.gid);
    }
  }
  const command = ['dovecot', '-F', '-c', configuration];
  const drop = ['setpriv', `--reuid=${account.uid}`, `--regid=${account.gid}`, '--clear-groups'];
  const [program = '', ...words] = isRoot ? [...drop, ...command] : command;
  const server = spawn(program, words, { stdio: 'ignore' });
  const ended = once(server, 'exit');
  const stop = async () => {
    server.kill('SIGTERM');
    await ended;
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    const log = join(folder, 'dovecot.log');
    await untilListening(ports.imap, () => server.exitCode !== null, log);
    await untilListening(ports.lmtp, () => server.exitCode !== null, log);
  } catch (error) {
    await stop();
    throw error;
  }
  const lmtp = createTransport({ host: '127.0.0.1', port: ports.lmtp, lmtp: true, ignoreTLS: true, pool: true });
  return {
    urlOf: (user) => `imap://${user}:${encodeURIComponent(PASSWORD)}@127.0.0.1:${ports.imap}/INBOX`,
    imapPort: ports.imap,
    deliver: async ({ to, from, raw }) => {
      await lmtp.sendMail({ envelope: { from, to: [to] }, raw });
    },
    stop: async () => {
      lmtp.close();
      await stop();
    },
  };
}
