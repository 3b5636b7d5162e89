import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { findBrokenInvariants } from '../../bench/crash/check-books.ts';
import { findPortalDatabase, killPostmaster, type RunningPortal, startPortal } from '../../bench/portal-process.ts';
import { findFreePort } from '../../bench/program-process.ts';
import { withClient } from '../../bench/seed-bench-data.ts';
import { type SandboxSwitches, sandboxSwitches } from './sandbox-switches.ts';

export type PortalForTests = {
  readonly origin: string;
  /** Its DATA_DIR. */
  readonly dataDir: string;
  readonly sandbox: SandboxSwitches;
  /** Sets the price of a plan, as staff do. */
  readonly setPrice: (planName: string, naira: number) => Promise<void>;
  readonly referralCodeOf: (email: string) => Promise<string>;
  /** What a customer has used on each day in Lagos, to and from them. */
  readonly bytesByDay: (userId: number) => Promise<Record<string, number>>;
  /** Ends every session of a person, as the server does when it runs out. */
  readonly endSessions: (email: string) => Promise<void>;
  /** The minute passes in which a mailbox gets one link. */
  readonly passMailMinute: () => Promise<void>;
  /** Gives a registered person the role of staff. */
  readonly makeStaff: (email: string) => Promise<void>;
  /** Moves the next renewal of a customer's line to a time from now, such as '2 days', or with '-' before it, as if it had been looked at then; what is due is done as soon as somebody looks. */
  readonly renewIn: (email: string, time: string) => Promise<void>;
  /** Notes that the network has refused a line since it was opened. */
  readonly refuseLine: (userId: number) => Promise<void>;
  /** What is wrong with the books; an empty list when nothing is. */
  readonly brokenInvariants: () => Promise<string[]>;
  /** SIGKILL to the server; its database stays behind. */
  readonly kill: () => Promise<void>;
  /** Starts it again on the same folder and port, with other settings if given. */
  readonly restart: (env?: Readonly<Record<string, string>>) => Promise<void>;
  /** Ends it and takes its folder away. */
  readonly close: () => Promise<void>;
};

/** A developer's shell may hold the keys of real gateways. */
const SANDBOX_ONLY = {
  DEMO_DATA: 'on',
  PAYSTACK_SECRET_KEY: '',
  FLUTTERWAVE_SECRET_KEY: '',
  FLUTTERWAVE_WEBHOOK_HASH: '',
  INTERSWITCH_CLIENT_ID: '',
  INTERSWITCH_CLIENT_SECRET: '',
  INTERSWITCH_MERCHANT_CODE: '',
  INTERSWITCH_PAYABLE_CODE: '',
  INTERSWITCH_WEBHOOK_SECRET: '',
};

/** The built product as an own process on a free port, with demo data, the sandbox and a data folder of its own. */
export async function openPortal(env: Readonly<Record<string, string>>): Promise<PortalForTests> {
  const folder = mkdtempSync(join(tmpdir(), 'portal-e2e-'));
  // The embedded database may run under an account of its own, which has to pass.
  chmodSync(folder, 0o711);
  const dataDir = join(folder, 'data');
  const port = await findFreePort();
  const start = (settings: Readonly<Record<string, string>>): Promise<RunningPortal> =>
    startPortal({ port, dataDir, logFile: join(folder, 'portal.log'), env: { ...SANDBOX_ONLY, ...settings } });
  const takeAway = (): void => rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
  let running = await start(env).catch((error: unknown) => {
    killPostmaster(dataDir);
    takeAway();
    throw error;
  });
  return {
    origin: running.origin,
    dataDir,
    sandbox: sandboxSwitches(running.origin),
    setPrice: async (planName, naira) => {
      await query(dataDir, 'update service_plans set price = $2 where name = $1', [planName, naira]);
    },
    referralCodeOf: async (email) => {
      const [row] = await query(dataDir, 'select referral_code from users where email = $1', [email]);
      return String(row?.referral_code);
    },
    bytesByDay: (userId) => readBytesByDay(dataDir, userId),
    makeStaff: async (email) => {
      await query(dataDir, "update users set role = 'admin' where email = $1", [email]);
    },
    endSessions: async (email) => {
      await query(dataDir, 'delete from sessions using users u where u.id = user_id and u.email = $1', [email]);
    },
    passMailMinute: async () => {
      await query(dataDir, "update link_mail_counts set last_mail_at = last_mail_at - interval '1 minute'", []);
    },
    renewIn: (email, time) => moveRenewal(dataDir, email, time),
    refuseLine: async (userId) => {
      const refused = "update network_lines set last_refused_at = changed_at + interval '1 second' where user_id = $1";
      await query(dataDir, refused, [userId]);
    },
    brokenInvariants: async () => {
      const database = findPortalDatabase(dataDir);
      if (!database) throw new Error('no database runs on the data folder');
      return withClient(database.connection, findBrokenInvariants);
    },
    kill: async () => {
      running.kill('process');
      await running.exited;
    },
    restart: async (settings = env) => {
      running = await start(settings);
    },
    close: async () => {
      await running.stop();
      // Where a killed server was never started again, its database still runs.
      killPostmaster(dataDir);
      takeAway();
    },
  };
}

async function moveRenewal(dataDir: string, email: string, time: string): Promise<void> {
  const move =
    'update user_subscriptions set next_renewal = now() + $2::interval, grace_since = now() + $2::interval, next_step_at = now() from users u where u.id = user_id and u.email = $1';
  await query(dataDir, move, [email, time]);
}

async function readBytesByDay(dataDir: string, userId: number): Promise<Record<string, number>> {
  const days = 'select day::text, (download_bytes + upload_bytes)::float8 as bytes from usage_days where user_id = $1';
  const rows = await query(dataDir, days, [userId]);
  return Object.fromEntries(rows.map(({ day, bytes }) => [String(day), Number(bytes)]));
}

async function query(
  dataDir: string,
  statement: string,
  values: readonly unknown[],
): Promise<Record<string, unknown>[]> {
  const client = new Client(findPortalDatabase(dataDir)?.connection);
  await client.connect();
  try {
    const { rows } = await client.query<Record<string, unknown>>(statement, [...values]);
    return rows;
  } finally {
    await client.end();
  }
}
