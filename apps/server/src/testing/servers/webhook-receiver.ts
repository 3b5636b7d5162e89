import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

export type ReceivedWebhook = { readonly headers: IncomingHttpHeaders; readonly body: string };

/** The program of an operator that gets webhooks, on this machine. */
export type WebhookReceiver = {
  readonly url: string;
  readonly received: readonly ReceivedWebhook[];
  /** Decides the answers from now on; 204 without it. */
  readonly answer: (by: (response: ServerResponse, webhook: ReceivedWebhook) => void) => void;
  readonly close: () => Promise<void>;
};

export async function startWebhookReceiver(): Promise<WebhookReceiver> {
  const received: ReceivedWebhook[] = [];
  let respond = (response: ServerResponse, _webhook: ReceivedWebhook): void => void response.writeHead(204).end();
  const take = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const webhook = { headers: request.headers, body: await text(request) };
    received.push(webhook);
    respond(response, webhook);
  };
  const server = createServer((request, response) => void take(request, response));
  const { promise: listening, resolve } = Promise.withResolvers<void>();
  server.listen(0, '127.0.0.1', resolve);
  await listening;
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks`,
    received,
    answer: (by) => {
      respond = by;
    },
    close: async () => {
      const { promise: closed, resolve: end } = Promise.withResolvers<void>();
      server.close(() => end());
      server.closeAllConnections();
      await closed;
    },
  };
}
