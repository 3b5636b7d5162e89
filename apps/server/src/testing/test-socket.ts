import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { WebSocket } from 'ws';
import type { TestBrowser } from './test-browser.ts';

/** Any event of a socket. */
export type SocketEvent = ReturnType<typeof JSON.parse>;

/** A page's socket: stores all events, in order. */
export type TestSocket = {
  readonly raw: WebSocket;
  readonly events: SocketEvent[];
  /** The first matching event, received already or later. */
  readonly until: (fits: (event: SocketEvent) => boolean) => Promise<SocketEvent>;
  readonly say: (frame: object) => void;
  /** The code with which it was closed. */
  readonly closed: Promise<number>;
  /** The seqs of the received messages, in order. */
  readonly seqs: () => number[];
};

const ORIGIN = 'http://portal.test';

export function portOf(app: FastifyInstance): number {
  return (app.server.address() as AddressInfo).port;
}

export type Opening = { readonly origin?: string | null; readonly headers?: Record<string, string> };

function open(app: FastifyInstance, path: string, browser: TestBrowser | null, opening: Opening): WebSocket {
  const cookie = [...(browser?.cookies ?? [])].map(([name, value]) => `${name}=${value}`).join('; ');
  const origin = opening.origin === undefined ? ORIGIN : opening.origin;
  return new WebSocket(`ws://127.0.0.1:${portOf(app)}${path}`, {
    headers: { ...(cookie ? { cookie } : {}), ...(origin === null ? {} : { origin }), ...opening.headers },
  });
}

/** The status with which an upgrade was refused. */
export async function refusedWith(
  app: FastifyInstance,
  path: string,
  browser: TestBrowser | null,
  opening: Opening = {},
): Promise<number> {
  const raw = open(app, path, browser, opening);
  raw.on('error', () => {});
  const [, response] = await Promise.race([
    once(raw, 'unexpected-response'),
    once(raw, 'open').then(() => {
      raw.terminate();
      return [null, { statusCode: 101 }];
    }),
  ]);
  return response.statusCode;
}

/** Opens a socket as a page of the portal does. */
export async function openSocket(
  app: FastifyInstance,
  path: string,
  browser: TestBrowser,
  opening: Opening = {},
): Promise<TestSocket> {
  const raw = open(app, path, browser, opening);
  const events: SocketEvent[] = [];
  const waiting = new Set<() => void>();
  raw.on('message', (text) => {
    events.push(JSON.parse(text.toString()));
    for (const look of waiting) look();
  });
  const closed = once(raw, 'close').then(([code]) => Number(code));
  await once(raw, 'open');
  return {
    raw,
    events,
    until: (fits) => {
      const { promise, resolve } = Promise.withResolvers<SocketEvent>();
      const look = (): void => {
        const found = events.find(fits);
        if (found === undefined) return;
        waiting.delete(look);
        resolve(found);
      };
      waiting.add(look);
      look();
      return promise;
    },
    say: (frame) => raw.send(JSON.stringify(frame)),
    closed,
    seqs: () => events.filter(({ type }) => type === 'message').map(({ message }) => message.seq),
  };
}
