import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Program, type RunningProgram, startProgram } from './program-process.ts';

export const REPOSITORY = fileURLToPath(new URL('../..', import.meta.url));

export type PortalPlan = {
  /** The checkout whose portal is started; this one by default. */
  readonly repository?: string;
  readonly port: number;
  /** 127.0.0.1 unless it is to be reached from another network. */
  readonly host?: string;
  /** A command prefix, such as one that runs it in another network. */
  readonly through?: readonly [string, ...string[]];
  readonly dataDir: string;
  readonly logFile: string;
  readonly env?: Readonly<Record<string, string>>;
};

export type RunningPortal = RunningProgram & {
  /** http://host:port */
  readonly origin: string;
};

/** How `pg` connects to the database in a portal's data folder. */
export type PortalDatabase = {
  readonly postmasterPid: number;
  readonly connection: {
    readonly host: string;
    readonly port: number;
    readonly user: string;
    readonly database: string;
  };
};

/** Limits that a load from a single machine never reaches. */
const RAISED_LIMITS = {
  RATE_LIMIT_READS_PER_MINUTE: '1000000000',
  RATE_LIMIT_WRITES_PER_MINUTE: '1000000000',
  RATE_LIMIT_ACCOUNT_READS_PER_MINUTE: '1000000000',
  RATE_LIMIT_ACCOUNT_WRITES_PER_MINUTE: '1000000000',
  RATE_LIMIT_SIGNED_IN_READS_PER_MINUTE: '1000000000',
  RATE_LIMIT_SIGNED_IN_WRITES_PER_MINUTE: '1000000000',
  RATE_LIMIT_SIGN_INS_PER_MINUTE: '1000000000',
  RATE_LIMIT_FAILED_SIGN_INS_PER_MINUTE: '1000000000',
  RATE_LIMIT_REGISTRATIONS_PER_HOUR: '1000000000',
  RATE_LIMIT_REGISTRATIONS_PER_DEVICE_PER_HOUR: '1000000000',
  RATE_LIMIT_QUICK_PAY_PER_MINUTE: '1000000000',
  RATE_LIMIT_QUICK_PAY_PER_HOUR: '1000000000',
  REQUESTS_AT_ONCE: '1000000000',
} as const;

/** Variables of a developer's shell that must not change a measured portal. */
const NEUTRAL = Object.fromEntries(
  [
    'NODE_ENV',
    'DATABASE_URL',
    'DATABASE_REPLICA_URL',
    'REDIS_URL',
    'PUBLIC_URL',
    'TRUSTED_PROXIES',
    'SMTP_URL',
    'PAYSTACK_SECRET_KEY',
    'FLUTTERWAVE_SECRET_KEY',
    'FLUTTERWAVE_WEBHOOK_HASH',
    'INTERSWITCH_CLIENT_ID',
    'INTERSWITCH_CLIENT_SECRET',
    'INTERSWITCH_MERCHANT_CODE',
    'INTERSWITCH_PAYABLE_CODE',
    'INTERSWITCH_WEBHOOK_SECRET',
    'PAYSTACK_BASE_URL',
    'FLUTTERWAVE_BASE_URL',
    'INTERSWITCH_BASE_URL',
  ].map((name) => [name, '']),
);

const originOf = ({ host = '127.0.0.1', port }: PortalPlan): string => `http://${host}:${port}`;

function portalProgram(plan: PortalPlan, command: Program['command']): Program {
  return {
    name: 'the portal',
    command: plan.through ? [...plan.through, ...command] : command,
    cwd: plan.repository ?? REPOSITORY,
    env: {
      ...NEUTRAL,
      HOST: plan.host ?? '127.0.0.1',
      PORT: String(plan.port),
      DATA_DIR: plan.dataDir,
      DEMO_DATA: 'off',
      ...RAISED_LIMITS,
      ...plan.env,
    },
    logFile: plan.logFile,
    readyUrl: `${originOf(plan)}/readyz`,
  };
}

/** The command of `npm start` itself, so that the operators' program is measured and killed. */
function startCommand({ repository = REPOSITORY }: PortalPlan): [string, ...string[]] {
  const { scripts } = JSON.parse(readFileSync(join(repository, 'package.json'), 'utf8'));
  const [first = '', ...rest] = String(scripts.start)
    .split(' ')
    .map((word) => (word === 'node' ? process.execPath : word));
  return [first, ...rest];
}

/**
 * Starts the portal's server on a data folder, without demo data and with raised limits unless
 * `env` says otherwise, and waits for /readyz.
 */
export async function startPortal(plan: PortalPlan): Promise<RunningPortal> {
  const program = await startProgram(portalProgram(plan, startCommand(plan)));
  return { ...program, origin: originOf(plan) };
}

/** The same as an operator starts it, with `npm start` and its checks and builds. */
export async function startPortalByNpm(plan: PortalPlan): Promise<RunningPortal> {
  const program = await startProgram(portalProgram(plan, ['npm', 'start']));
  return { ...program, origin: originOf(plan) };
}

/**
 * Where the embedded PostgreSQL of a running portal listens; null while none runs. Line numbers:
 * PostgreSQL's miscadmin.h, LOCK_FILE_LINE_*.
 */
export function findPortalDatabase(dataDir: string): PortalDatabase | null {
  const lines = readIfThere(join(dataDir, 'postgres', 'postmaster.pid')).split('\n');
  const [pid, , , port, host] = lines;
  if (!pid || !port || !host) return null;
  return { postmasterPid: Number(pid), connection: { host, port: Number(port), user: 'portal', database: 'portal' } };
}

/** SIGKILL to the embedded PostgreSQL's postmaster, as the kernel does when memory runs out. */
export function killPostmaster(dataDir: string): void {
  const database = findPortalDatabase(dataDir);
  if (!database || !readIfThere(`/proc/${database.postmasterPid}/cmdline`).includes('postgres')) return;
  process.kill(database.postmasterPid, 'SIGKILL');
}

function readIfThere(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
