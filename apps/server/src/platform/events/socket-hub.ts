import { closeCodes } from '@portal/contract/platform/live-updates';
import type { Permission } from '@portal/contract/platform/staff-permissions';
import type { RawData, WebSocket } from 'ws';
import { type LivePerson, LiveSocket, type SocketKind } from './live-socket.ts';

/** Codes that our pages do not send (RFC 6455 section 7.4.1). */
const UNSUPPORTED = 1003;
const POLICY = 1008;

const BEAT_MS = 30_000;
const CONFIRM_MS = 50;
const ROUND_MS = 2000;
const SLICE_MS = 250;
const FAREWELL_MS = 5000;

export type SocketHub = {
  /**
   * Adds a socket. When there are too many, the user's oldest is closed; beyond the limit of an
   * address, the new one.
   */
  readonly admit: (socket: WebSocket, person: LivePerson) => LiveSocket;
  /** Requests the receipts that the socket expects, soon. */
  readonly confirmSoon: (socket: LiveSocket) => void;
  /**
   * To the sockets of one person and of everybody who acts for the account of that id, or to all with
   * null.
   */
  readonly sendTo: (id: number | null, event: object) => void;
  /** To the sockets of staff with this permission. */
  readonly sendToStaff: (event: object, needed: Permission) => void;
  readonly countByKind: () => Readonly<Record<SocketKind, number>>;
  /**
   * Asks every client to reconnect elsewhere; resolves when all sockets are closed, 5 s at most.
   */
  readonly closeAll: () => Promise<void>;
};

/** `changed`: still signed in, but allowed other things. */
export type SessionState = 'unchanged' | 'changed' | 'ended';

export type SocketHubDeps = {
  /** The present state of the session with which the socket was opened. A failed lookup does not close it. */
  readonly checkSession: (person: LivePerson) => Promise<SessionState>;
  readonly limits: { readonly perUser: number; readonly perAddress: number };
  readonly onError: (error: unknown) => void;
};

/** Sockets by a key, in the order in which they were opened. */
function createIndex<K>() {
  const sockets = new Map<K, Set<LiveSocket>>();
  return {
    of: (key: K): ReadonlySet<LiveSocket> => sockets.get(key) ?? new Set(),
    add: (key: K, socket: LiveSocket): void => {
      const same = sockets.get(key);
      if (same) same.add(socket);
      else sockets.set(key, new Set([socket]));
    },
    remove: (key: K, socket: LiveSocket): void => {
      const same = sockets.get(key);
      same?.delete(socket);
      if (same?.size === 0) sockets.delete(key);
    },
  };
}

/** All sockets, and those of a user, of an address and of a kind. */
function createRegister() {
  const all = new Set<LiveSocket>();
  const byUser = createIndex<number>();
  const byAccount = createIndex<number>();
  const byAddress = createIndex<string>();
  const byAccess = createIndex<LivePerson['access']>();
  return {
    all,
    byUser,
    byAccount,
    byAddress,
    byAccess,
    add: (socket: LiveSocket): void => {
      const { userId, accountId, address, access } = socket.person;
      all.add(socket);
      byUser.add(userId, socket);
      if (accountId !== null) byAccount.add(accountId, socket);
      byAddress.add(address, socket);
      byAccess.add(access, socket);
    },
    /** False when it was already removed. */
    remove: (socket: LiveSocket): boolean => {
      const { userId, accountId, address, access } = socket.person;
      byUser.remove(userId, socket);
      if (accountId !== null) byAccount.remove(accountId, socket);
      byAddress.remove(address, socket);
      byAccess.remove(access, socket);
      return all.delete(socket);
    },
  };
}

function countByKind(sockets: Iterable<LiveSocket>): Record<SocketKind, number> {
  const counts: Record<SocketKind, number> = { chat: 0, agent: 0, 'live-updates': 0 };
  for (const { person } of sockets) counts[person.kind]++;
  return counts;
}

/**
 * Visits every socket once in `periodMs`, a few at a time, so that no turn of the event loop
 * handles thousands.
 */
function createRounds(
  all: ReadonlySet<LiveSocket>,
  periodMs: number,
  visit: (sockets: readonly LiveSocket[]) => void,
): { readonly stop: () => void } {
  let queue: LiveSocket[] = [];
  let slice = 0;
  let turn = 0;
  const timer = setInterval(() => {
    if (turn === 0) {
      queue = [...all];
      slice = Math.ceil((queue.length * SLICE_MS) / periodMs);
    }
    turn = (turn + 1) % (periodMs / SLICE_MS);
    visit(queue.splice(0, slice));
  }, SLICE_MS);
  timer.unref();
  return { stop: () => clearInterval(timer) };
}

/** Pings for receipts are sent together, shortly after the messages that they confirm. */
function createConfirmations() {
  const waiting = new Set<LiveSocket>();
  let timer: NodeJS.Timeout | null = null;
  const run = (): void => {
    timer = null;
    const due = [...waiting];
    waiting.clear();
    for (const socket of due) socket.confirm();
  };
  return {
    add: (socket: LiveSocket): void => {
      waiting.add(socket);
      timer ??= setTimeout(run, CONFIRM_MS);
    },
    remove: (socket: LiveSocket) => waiting.delete(socket),
    stop: (): void => {
      if (timer) clearTimeout(timer);
      timer = null;
    },
  };
}

/** Closes a socket whose session has ended, or asks its page to connect anew; false when it did either. */
async function checkSession(socket: LiveSocket, deps: SocketHubDeps): Promise<boolean> {
  const state = await deps.checkSession(socket.person);
  if (state === 'ended') socket.close(closeCodes.signedOut, 'signed out');
  if (state === 'changed') socket.close(closeCodes.restart, 'other permissions');
  return state === 'unchanged';
}

/**
 * Handles frames of the client: expected text frames, not too many, while the user is signed in.
 */
async function takeFrame(socket: LiveSocket, data: RawData, isBinary: boolean, deps: SocketHubDeps): Promise<void> {
  if (isBinary) return socket.close(UNSUPPORTED, 'text only');
  if (!socket.takeFrame || !socket.mayTakeFrame(performance.now())) return socket.close(POLICY, 'not expected');
  if (!(await checkSession(socket, deps))) return;
  if (socket.isOpen && socket.takeFrame(data.toString()) === 'not understood') socket.close(POLICY, 'not understood');
}

/** `confirm` is called when the other side has answered a ping. */
function listen(raw: WebSocket, socket: LiveSocket, deps: SocketHubDeps, confirm: (socket: LiveSocket) => void): void {
  raw.on('message', (data, isBinary) => void takeFrame(socket, data, isBinary, deps).catch(deps.onError));
  raw.on('ping', () => {
    if (!socket.mayTakeFrame(performance.now())) socket.close(POLICY, 'not expected');
  });
  raw.on('pong', (token) => {
    if (socket.answered(token.toString())) confirm(socket);
  });
}

/**
 * All sockets of this instance: limited per user and address, kept alive (a ping every 30 s, closed
 * after two without answer), and closed within seconds when their session ends, the account is
 * disabled or the role is removed (threats C6-C8, A20).
 */
export function createSocketHub(deps: SocketHubDeps): SocketHub {
  const { all, byUser, byAccount, byAddress, byAccess, add, remove } = createRegister();
  const confirmations = createConfirmations();
  const look = (socket: LiveSocket) => checkSession(socket, deps);
  const looks = createRounds(all, ROUND_MS, (some) => void Promise.all(some.map(look)).catch(deps.onError));
  const beats = createRounds(all, BEAT_MS, (some) => {
    for (const socket of some) socket.beat();
  });
  let closing = false;
  const emptied = Promise.withResolvers<void>();

  const forget = (socket: LiveSocket): void => {
    if (!remove(socket)) return;
    confirmations.remove(socket);
    socket.onGone();
    if (closing && all.size === 0) emptied.resolve();
  };
  return {
    admit: (raw, person) => {
      const socket = new LiveSocket(raw, person);
      listen(raw, socket, deps, confirmations.add);
      raw.on('close', () => forget(socket));
      add(socket);
      if (closing) socket.close(closeCodes.restart, 'restart');
      if (byAddress.of(person.address).size > deps.limits.perAddress)
        socket.close(closeCodes.tooManySockets, 'too many');
      const own = [...byUser.of(person.userId)].filter(({ isOpen }) => isOpen);
      const tooMany = own.slice(0, Math.max(0, own.length - deps.limits.perUser));
      for (const oldest of tooMany) oldest.close(closeCodes.tooManySockets, 'opened elsewhere');
      return socket;
    },
    confirmSoon: confirmations.add,
    sendTo: (id, event) => {
      const text = JSON.stringify(event);
      const to = id === null ? all : new Set([...byUser.of(id), ...byAccount.of(id)]);
      for (const socket of to) socket.sendText(text);
    },
    sendToStaff: (event, needed) => {
      const text = JSON.stringify(event);
      for (const socket of byAccess.of('admin')) {
        if (socket.person.permissions.has(needed)) socket.sendText(text);
      }
    },
    countByKind: () => countByKind(all),
    closeAll: async () => {
      closing = true;
      beats.stop();
      looks.stop();
      if (all.size > 0) {
        for (const socket of all) socket.close(closeCodes.restart, 'restart');
        const patience = setTimeout(() => {
          for (const socket of all) socket.terminate();
        }, FAREWELL_MS);
        await emptied.promise;
        clearTimeout(patience);
      }
      confirmations.stop();
    },
  };
}
