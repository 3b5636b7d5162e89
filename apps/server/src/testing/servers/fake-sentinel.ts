import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';

/** The words of a command as a client sends it (Redis serialization protocol). */
const wordsOf = (bytes: Buffer): string[] =>
  bytes
    .toString()
    .split('\r\n')
    .filter((line) => !/^[*$]\d/.test(line));

const bulk = (text: string): string => `$${Buffer.byteLength(text)}\r\n${text}\r\n`;
const list = (...items: string[]): string => `*${items.length}\r\n${items.join('')}`;

export type FakeSentinel = {
  readonly address: { readonly host: string; readonly port: number };
  /** From now on the next question for the master waits for `answer`; resolves once it was asked. */
  readonly holdNextAnswer: () => Promise<{ readonly answer: () => void }>;
  /** Reports a fail-over to all who have subscribed to that. */
  readonly reportFailover: () => void;
  readonly stop: () => Promise<void>;
};

/** A Sentinel that knows a master and no other Sentinel, for moments that a real one cannot be held at. */
export async function startFakeSentinel(masterPort: number): Promise<FakeSentinel> {
  const sockets = new Set<Socket>();
  const subscribers = new Set<Socket>();
  let hold: ((question: { readonly answer: () => void }) => void) | null = null;
  const tellMaster = (socket: Socket) => {
    const answer = () => void socket.write(list(bulk('127.0.0.1'), bulk(String(masterPort))));
    if (hold === null) return answer();
    hold({ answer });
    hold = null;
  };
  const server = createServer((socket) => {
    sockets.add(socket.on('error', () => {}));
    socket.on('data', (bytes) => {
      const words = wordsOf(bytes);
      if (words.includes('get-master-addr-by-name')) tellMaster(socket);
      else if (words.includes('subscribe')) {
        subscribers.add(socket);
        socket.write(list(bulk('subscribe'), bulk('+switch-master'), ':1\r\n'));
      } else socket.write(list());
    });
    socket.on('close', () => [sockets, subscribers].map((set) => set.delete(socket)));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    address: { host: '127.0.0.1', port: (server.address() as AddressInfo).port },
    holdNextAnswer: () =>
      new Promise((resolve) => {
        hold = resolve;
      }),
    reportFailover: () => {
      for (const socket of subscribers) socket.write(list(bulk('message'), bulk('+switch-master'), bulk('')));
    },
    stop: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
