import { createHash } from 'node:crypto';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';

/** Codes of RFC 5176: what is asked, and the answers that it has been done and that it will not be. */
const ANSWERS: Readonly<Record<number, { readonly done: number; readonly refused: number }>> = {
  40: { done: 41, refused: 42 },
  43: { done: 44, refused: 45 },
};
const ERROR_CAUSE = 101;
/** "Unsupported attribute": a clear no. */
const UNSUPPORTED = 401;

export type AccessServer = {
  /** For NAS_SECRETS. */
  readonly setting: string;
  readonly address: string;
  /** From now on it says nothing to what it is asked, does it, or says no. */
  readonly behave: (how: 'silent' | 'obeys' | 'refuses') => void;
  readonly close: () => void;
};

/** An access server that hears Disconnect and CoA, and answers as it is told to. */
export async function openAccessServer(): Promise<AccessServer> {
  const secret = 'the secret of the access server of tests';
  let manner: 'silent' | 'obeys' | 'refuses' = 'silent';
  const socket = createSocket('udp4').bind(0, '127.0.0.1');
  await once(socket, 'listening');
  socket.on('message', (request, from) => {
    const codes = ANSWERS[request.readUInt8(0)];
    if (!codes || manner === 'silent') return;
    const cause = Buffer.alloc(manner === 'refuses' ? 6 : 0);
    if (manner === 'refuses') {
      cause.set([ERROR_CAUSE, 6]);
      cause.writeUInt32BE(UNSUPPORTED, 2);
    }
    const code = manner === 'obeys' ? codes.done : codes.refused;
    const head = Buffer.from([code, request.readUInt8(1), 0, 20 + cause.length]);
    const answer = Buffer.concat([head, request.subarray(4, 20), cause]);
    createHash('md5').update(answer).update(secret).digest().copy(answer, 4);
    socket.send(answer, from.port, from.address);
  });
  return {
    setting: `127.0.0.1:${socket.address().port}=${secret}`,
    address: '127.0.0.1',
    behave: (how) => {
      manner = how;
    },
    close: () => void socket.close(),
  };
}
