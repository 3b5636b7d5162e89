import { ALL_OTHERS } from '@portal/contract/network/staff-access-servers';
import type { ProfileTemplates } from '@portal/contract/network/staff-vendor-profiles';
import type { FastifyBaseLogger } from 'fastify';
import type { Encryption } from '../../platform/crypto/encryption.ts';
import type { Database } from '../../platform/database/connection.ts';
import { builtInTemplates, DEFAULT_PROFILE } from '../vendor-profiles/built-in-profiles.ts';
import { templatesOf } from '../vendor-profiles/save-vendor-profile.ts';
import { findBuiltIn } from '../vendor-profiles/vendor-profile.repository.ts';
import { listServerRows } from './access-server.repository.ts';

/** How old the copy may be before it is read again. */
const FRESH_MS = 10_000;
/** An authorisation does not wait longer for a copy that has just become stale. */
const PATIENCE_MS = 500;

/** An access server on the list. `address` is `*` for all that have no entry of their own. */
export type KnownServer = {
  readonly name: string;
  readonly address: string;
  readonly port: number;
  readonly secret: string;
  /** During a turn; null otherwise. */
  readonly previousSecret: string | null;
  readonly templates: ProfileTemplates;
};

type Copy = { readonly servers: ReadonlyMap<string, KnownServer>; readonly common: ProfileTemplates };

export type AccessServerLookup = {
  /** The entry for an address, or the one for all others; null without either. Rejects before the first reading. */
  readonly find: (address: string) => Promise<KnownServer | null>;
  /** How a server is told what a line gets; that of the default profile where it is unknown. Never rejects. */
  readonly findTemplates: (address: string) => Promise<ProfileTemplates>;
  /** The entry that a packet of this address is counted for, as far as the list has been read. */
  readonly entryOf: (address: string) => Pick<KnownServer, 'name' | 'address'>;
  readonly all: () => Promise<readonly KnownServer[]>;
  /** Has the next caller read the list again. */
  readonly forget: () => void;
};

const OTHERS = { name: 'others', address: ALL_OTHERS };
const COMMON = builtInTemplates(DEFAULT_PROFILE);

async function within<T>(ms: number, question: Promise<T>): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error('the database did not answer in time')), ms);
  try {
    return await Promise.race([question, promise]);
  } finally {
    clearTimeout(timer);
  }
}

type Deps = {
  readonly database: Database;
  readonly encryption: Pick<Encryption, 'decrypt'>;
  readonly log: Pick<FastifyBaseLogger, 'warn' | 'error'>;
  /** What must have been done before the list is read first. */
  readonly prepare: () => Promise<void>;
};

async function readCopy({ database, encryption, log }: Deps): Promise<Copy> {
  const [rows, common] = await Promise.all([listServerRows(database), findBuiltIn(database, DEFAULT_PROFILE)]);
  const servers = rows.flatMap(({ server, profile }): KnownServer[] => {
    const { name, address, coaPort: port, encryptedSecret, encryptedPreviousSecret: previous } = server;
    try {
      const secret = encryption.decrypt(encryptedSecret);
      const previousSecret = previous === '' ? null : encryption.decrypt(previous);
      return [{ name, address, port, secret, previousSecret, templates: templatesOf(profile) }];
    } catch (error) {
      log.error({ err: error, server: name }, 'the secret of an access server cannot be read');
      return [];
    }
  });
  return {
    servers: new Map(servers.map((server) => [server.address, server])),
    common: templatesOf(common ?? { builtIn: DEFAULT_PROFILE, templates: null }),
  };
}

/**
 * The list of access servers in memory, at most 10 s old, read again at once after a change on any instance.
 * While the database is unavailable the last known list applies.
 */
export function createAccessServerLookup(deps: Deps): AccessServerLookup {
  let copy: Copy | null = null;
  let freshUntil = 0;
  // The change that the copy is younger than, and the last one.
  let [read, changes] = [-1, 0];
  let reading: Promise<Copy> | null = null;
  let prepared: Promise<void> | null = null;

  const readAgain = async (asked: number): Promise<Copy> => {
    try {
      prepared ??= deps.prepare();
      await prepared;
      const found = await readCopy(deps);
      if (copy === null || asked === changes) copy = found;
      return found;
    } catch (error) {
      if (copy === null) {
        prepared = null;
        throw error;
      }
      deps.log.warn({ err: error }, 'the list of access servers could not be read again');
      return copy;
    } finally {
      // What was asked for before a change says nothing about the time after it.
      if (asked === changes) {
        read = asked;
        freshUntil = performance.now() + FRESH_MS;
        reading = null;
      }
    }
  };
  const current = async (): Promise<Copy> => {
    const isRead = read === changes;
    if (copy !== null && isRead && performance.now() < freshUntil) return copy;
    reading ??= readAgain(changes);
    if (copy === null || !isRead) return reading;
    // A copy that is only old is good enough for this caller.
    reading.catch(() => {});
    return copy;
  };
  return {
    find: async (address) => {
      const { servers } = await current();
      return servers.get(address) ?? servers.get(ALL_OTHERS) ?? null;
    },
    findTemplates: async (address) => {
      const known = await within(PATIENCE_MS, current()).catch(() => copy);
      const server = known?.servers.get(address) ?? known?.servers.get(ALL_OTHERS);
      const templates = server?.templates ?? known?.common ?? COMMON;
      if (!templates) throw new Error('the default profile is missing');
      return templates;
    },
    entryOf: (address) => copy?.servers.get(address) ?? copy?.servers.get(ALL_OTHERS) ?? OTHERS,
    all: async () => [...(await current()).servers.values()],
    forget: () => {
      changes++;
      reading = null;
    },
  };
}
