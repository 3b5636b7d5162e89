import { connect, createServer, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/**
 * `unsent`: the COMMIT has left the portal and never reaches PostgreSQL. `unanswered`: it is
 * committed, and the portal never gets the answer.
 */
export type CommitPoint = 'unsent' | 'unanswered';

type Trap = { readonly point: CommitPoint; left: number; readonly strike: () => void };

export type CommitProxy = {
  readonly port: number;
  /** Calls `strike` at the `count`th COMMIT from now, synchronously; null disarms. */
  readonly arm: (
    trap: { readonly point: CommitPoint; readonly count: number; readonly strike: () => void } | null,
  ) => void;
  /** Each message takes so long from now on, in both directions, in ms. */
  readonly delay: (ms: number) => void;
  readonly close: () => Promise<void>;
};

/** Message types that may contain a COMMIT: Query and Parse. */
const STATEMENT_TYPES = new Set(['Q', 'P']);

/**
 * A proxy between the portal and PostgreSQL's Unix socket that knows just enough of the wire
 * protocol (a message is a type byte and a length) to stop at a COMMIT. When it strikes, it closes
 * both sides of that connection.
 */
export async function startCommitProxy(port: number, postgresSocket: string): Promise<CommitProxy> {
  let trap: Trap | null = null;
  let delayMs = 0;
  const sockets = new Set<Socket>();
  const strikes = (): Trap | null => {
    if (trap === null) return null;
    trap.left--;
    if (trap.left > 0) return null;
    const due = trap;
    trap = null;
    return due;
  };
  const server = createServer({ noDelay: true }, (portal) => {
    const postgres = connect(postgresSocket);
    for (const socket of [portal, postgres]) {
      sockets.add(socket);
      socket.on('error', () => socket.destroy());
      socket.on('close', () => {
        sockets.delete(socket);
        portal.destroy();
        postgres.destroy();
      });
    }
    relay(portal, postgres, { strikes, delayMs: () => delayMs });
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return {
    port,
    arm: (next) => {
      trap = next === null ? null : { point: next.point, left: next.count, strike: next.strike };
    },
    delay: (ms) => {
      delayMs = ms;
    },
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Sends later, in order, as long as there is a delay or something waits. */
function createDelay(delayMs: () => number): (send: () => void) => void {
  let waiting = 0;
  let last = Promise.resolve();
  return (send) => {
    const ms = delayMs();
    if (ms === 0 && waiting === 0) return send();
    waiting++;
    last = Promise.all([last, sleep(ms)]).then(() => {
      waiting--;
      send();
    });
  };
}

type Relay = { readonly strikes: () => Trap | null; readonly delayMs: () => number };

function relay(portal: Socket, postgres: Socket, { strikes, delayMs }: Relay): void {
  const split = createMessageSplitter();
  const [toPostgres, toPortal] = [createDelay(delayMs), createDelay(delayMs)];
  let isCut = false;
  const cut = (trap: Trap): void => {
    isCut = true;
    trap.strike();
    portal.destroy();
    postgres.destroy();
  };
  let awaited: Trap | null = null;
  portal.on('data', (chunk) => {
    for (const message of split(chunk)) {
      if (isCut) return;
      const trap = isCommit(message) ? strikes() : null;
      if (trap?.point === 'unsent') return cut(trap);
      if (trap) awaited = trap;
      toPostgres(() => postgres.writable && postgres.write(message));
    }
  });
  postgres.on('data', (chunk) => {
    if (awaited) cut(awaited);
    else if (!isCut) toPortal(() => portal.writable && portal.write(chunk));
  });
}

/** Splits the portal's stream into whole messages; the first one, the startup, has no type byte. */
function createMessageSplitter(): (chunk: Buffer) => Buffer[] {
  let rest = Buffer.alloc(0);
  let isStarted = false;
  return (chunk) => {
    rest = Buffer.concat([rest, chunk]);
    const messages: Buffer[] = [];
    for (;;) {
      const typeBytes = isStarted ? 1 : 0;
      if (rest.length < typeBytes + 4) return messages;
      const length = typeBytes + rest.readInt32BE(typeBytes);
      if (rest.length < length) return messages;
      messages.push(rest.subarray(0, length));
      rest = rest.subarray(length);
      isStarted = true;
    }
  };
}

function isCommit(message: Buffer): boolean {
  if (!STATEMENT_TYPES.has(String.fromCharCode(message[0] ?? 0))) return false;
  return /(^|\0)\s*commit\b/i.test(message.toString('latin1', 5, 100));
}
