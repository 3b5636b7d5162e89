import { once } from 'node:events';
import { request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { text } from 'node:stream/consumers';
import { WebSocket } from 'ws';

export type CustomerClient = {
  /** Throws when the answer is not 200. */
  readonly call: <T>(method: 'GET' | 'POST', path: string, body?: object) => Promise<T>;
  /** A POST from another address of this machine, which claims to come from `claimedAddress`. */
  readonly postFrom: (address: string, claimedAddress: string, path: string, body: object) => Promise<void>;
  /** The socket of an open page; resolves once the portal has greeted it. */
  readonly openSocket: (path: string) => Promise<PageSocket>;
};

export type PageSocket = {
  /** Resolves when an update of that kind has arrived since the socket was opened. */
  readonly changed: (what: string) => Promise<void>;
  readonly close: () => void;
};

const ANSWER_MS = 20_000;

/** One browser with its session; the certificate of `origin` is checked. */
export function createCustomerClient(origin: string): CustomerClient {
  let cookie = '';
  return {
    call: async (method, path, body) => {
      const response = await fetch(origin + path, {
        method,
        headers: { origin, cookie, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
        body: body === undefined ? null : JSON.stringify(body),
        signal: AbortSignal.timeout(ANSWER_MS),
      });
      const answer = await response.text();
      if (response.status !== 200) throw new Error(`${method} ${path} answered ${response.status}: ${answer}`);
      const given = response.headers.getSetCookie().map((line) => line.split(';', 1)[0]);
      if (given.length > 0) cookie = given.join('; ');
      return JSON.parse(answer);
    },
    postFrom: async (address, claimedAddress, path, body) => {
      const send = origin.startsWith('https:') ? httpsRequest : httpRequest;
      const headers = { origin, 'content-type': 'application/json', 'x-forwarded-for': claimedAddress };
      const request = send(origin + path, { method: 'POST', headers, localAddress: address, timeout: ANSWER_MS });
      request.end(JSON.stringify(body));
      const [response] = await once(request, 'response');
      const answer = await text(response);
      if (response.statusCode !== 200) throw new Error(`POST ${path} answered ${response.statusCode}: ${answer}`);
    },
    openSocket: (path) => openSocket(origin.replace('http', 'ws') + path, { origin, cookie }),
  };
}

async function openSocket(url: string, headers: Readonly<Record<string, string>>): Promise<PageSocket> {
  const socket = new WebSocket(url, { headers, handshakeTimeout: ANSWER_MS });
  const changes = new Set<string>();
  socket.on('message', (data) => {
    const event = JSON.parse(String(data));
    if (event.type === 'changed') changes.add(event.what);
  });
  await once(socket, 'message', { signal: AbortSignal.timeout(ANSWER_MS) });
  return {
    changed: async (what) => {
      const patience = AbortSignal.timeout(ANSWER_MS);
      while (!changes.has(what)) await once(socket, 'message', { signal: patience });
    },
    close: () => socket.close(),
  };
}
