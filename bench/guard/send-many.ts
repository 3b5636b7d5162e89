import { Agent, request } from 'node:http';
import type { LoadRequest } from '../load/run-load.ts';

const CONNECTIONS = 8;

function send(origin: string, agent: Agent, { method, path, headers, body }: LoadRequest): Promise<void> {
  return new Promise((resolve, reject) => {
    const length = body === '' ? {} : { 'content-length': Buffer.byteLength(body) };
    const call = request(origin + path, { method, agent, headers: { ...headers, ...length } }, (answer) => {
      const { statusCode = 0 } = answer;
      answer.resume().on('end', () => {
        if (statusCode >= 200 && statusCode < 300) resolve();
        else reject(new Error(`${method} ${path} was answered ${statusCode}`));
      });
    });
    call.on('error', reject).end(body);
  });
}

/**
 * Sends the requests of `next` for `seconds`, on eight connections, each after the answer to the one
 * before it; returns how many. Throws at an answer that is not 2xx.
 */
export async function sendMany(origin: string, next: () => LoadRequest, seconds: number): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  const endAt = performance.now() + seconds * 1000;
  let sent = 0;
  const connection = async (): Promise<void> => {
    while (performance.now() < endAt) {
      sent++;
      await send(origin, agent, next());
    }
  };
  try {
    await Promise.all(Array.from({ length: CONNECTIONS }, connection));
  } finally {
    agent.destroy();
  }
  return sent;
}

/** Sends single requests on one connection. `send` throws at an answer that is not 2xx. */
export function openConnection(origin: string) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  return { send: (request: LoadRequest): Promise<void> => send(origin, agent, request), close: () => agent.destroy() };
}
