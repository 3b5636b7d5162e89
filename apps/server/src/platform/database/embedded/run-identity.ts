import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { EmbeddedPostgresError } from './embedded-postgres-error.ts';
import { PROGRAM_ENVIRONMENT } from './postgres-programs.ts';

type Account = { uid: number; gid: number };

/** The user that PostgreSQL runs as: it refuses to run as root. */
export type RunIdentity = {
  description: string;
  /** The command that changes the user, to be put before the program; empty when none is needed. */
  prefix: readonly string[];
  /** For `spawn`: the account to change to; empty when it does not change. */
  account: Account | Record<never, never>;
  /** The owner of the database's files, as this process sees it. */
  owner: Account;
};

const NOBODY: Account = { uid: 65534, gid: 65534 };

/**
 * The first identity with which `program` runs and `folder` can be entered: this process itself
 * unless it is root; an unprivileged account (the owner of one of `owned` before `postgres` and
 * `nobody`); a user namespace, in which files of this process belong to `nobody`.
 */
export function findRunIdentity(program: string, folder: string, owned: readonly string[]): RunIdentity {
  const self = { uid: process.getuid?.() ?? 0, gid: process.getgid?.() ?? 0 };
  const candidates = self.uid === 0 ? unprivilegedAccounts(owned).map(stepDown) : [stay(self)];
  candidates.push(ownNamespace(self));
  const identity = candidates.find((candidate) => canRun(candidate, program, folder));
  if (identity) return identity;
  const tried = candidates.map(({ description }) => description).join('; ');
  throw new EmbeddedPostgresError(
    `it needs an account other than root, with a name, that can run ${program} and enter ${folder} (tried: ${tried})`,
  );
}

function stay(self: Account): RunIdentity {
  return { description: `user ${self.uid}`, prefix: [], account: {}, owner: self };
}

function stepDown(account: Account): RunIdentity {
  return { description: `stepping down to user ${account.uid}`, prefix: [], account, owner: account };
}

function ownNamespace(self: Account): RunIdentity {
  const { uid, gid } = findAccount('nobody') ?? NOBODY;
  return {
    description: 'a user namespace made with unshare',
    prefix: ['unshare', '--user', `--map-user=${uid}`, `--map-group=${gid}`],
    account: {},
    owner: self,
  };
}

function unprivilegedAccounts(owned: readonly string[]): Account[] {
  const owners = owned.map((path) => statSync(path, { throwIfNoEntry: false }));
  const accounts = [...owners, findAccount('postgres'), findAccount('nobody')];
  return accounts.flatMap((account) => (account && account.uid !== 0 ? [{ uid: account.uid, gid: account.gid }] : []));
}

function findAccount(name: string): Account | null {
  const accounts = existsSync('/etc/passwd') ? readFileSync('/etc/passwd', 'utf8') : '';
  const line = accounts.match(new RegExp(`^${name}:[^:]*:(\\d+):(\\d+):`, 'm'));
  return line ? { uid: Number(line[1]), gid: Number(line[2]) } : null;
}

function canRun({ prefix, account }: RunIdentity, program: string, folder: string): boolean {
  // initdb looks up the name of its user, hence `id -un`.
  const script = 'cd -- "$1" && id -un && exec "$2" --version';
  const [command, ...rest] = [...prefix, 'sh', '-c', script, 'sh', folder, program];
  const probe = spawnSync(command ?? 'sh', rest, { cwd: '/', stdio: 'ignore', env: PROGRAM_ENVIRONMENT, ...account });
  return probe.status === 0;
}
