import { Agent, request as httpRequest } from 'node:http';

export type FuzzRequest = {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Buffer | null;
};

/** `status` 0: the connection was closed or nothing came in time. */
export type FuzzAnswer = {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: string;
  readonly ms: number;
};

const GIVE_UP_MS = 15_000;

export type Client = {
  readonly send: (request: FuzzRequest) => Promise<FuzzAnswer>;
  readonly close: () => void;
};

/** Sends requests to one portal over connections that are kept. */
export function createClient(port: number, connections: number): Client {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const sendOnce = ({ method, path, headers, body }: FuzzRequest): Promise<FuzzAnswer & { readonly reset: boolean }> =>
    new Promise((resolve) => {
      const startedAt = performance.now();
      const end = (status: number, text: string, more: FuzzAnswer['headers'] = {}, reset = false): void =>
        resolve({ status, headers: more, body: text, ms: performance.now() - startedAt, reset });
      const length = body === null ? {} : { 'content-length': String(Buffer.byteLength(body)) };
      const call = httpRequest(
        { host: '127.0.0.1', port, agent, method, path, headers: { ...length, ...headers } },
        (answer) => {
          const parts: Buffer[] = [];
          answer.on('data', (part: Buffer) => parts.push(part));
          answer.on('end', () => {
            clearTimeout(patience);
            end(answer.statusCode ?? 0, Buffer.concat(parts).toString(), answer.headers);
          });
          answer.on('error', (error) => end(0, String(error)));
        },
      );
      const patience = setTimeout(() => call.destroy(new Error(`no answer within ${GIVE_UP_MS} ms`)), GIVE_UP_MS);
      call.on('error', (error) => {
        clearTimeout(patience);
        end(0, String(error), {}, call.reusedSocket);
      });
      call.end(body ?? undefined);
    });
  return {
    send: async (request) => {
      // A server may close a kept connection at any moment, also as a request is on its way to it.
      const first = await sendOnce(request);
      return first.reset ? sendOnce(request) : first;
    },
    close: () => agent.destroy(),
  };
}
