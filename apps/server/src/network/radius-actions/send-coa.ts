import { createSocket } from 'node:dgram';
import { isIPv6 } from 'node:net';
import { decodeAnswer, type NasAnswer } from './radius-packet.ts';

const TRIES = 3;

/**
 * `silent`: no answer of the access server after three tries, `againMs` apart, so by default within 4.5 s. Rejects when nothing
 * could be sent.
 */
export async function sendCoa(target: {
  readonly address: string;
  readonly port: number;
  readonly secret: string;
  readonly request: Buffer;
  readonly againMs?: number;
}): Promise<NasAnswer | 'silent'> {
  const { address, port, secret, request, againMs = 1500 } = target;
  const socket = createSocket(isIPv6(address) ? 'udp6' : 'udp4');
  const { promise, resolve, reject } = Promise.withResolvers<NasAnswer | 'silent'>();
  socket.on('error', reject);
  socket.on('message', (packet) => {
    const answer = decodeAnswer(packet, request, secret);
    if (answer) resolve(answer);
  });
  let tries = 0;
  const send = (): void => {
    tries++;
    if (tries > TRIES) resolve('silent');
    else socket.send(request, port, address, (error) => error && reject(error));
  };
  send();
  const timer = setInterval(send, againMs);
  try {
    return await promise;
  } finally {
    clearInterval(timer);
    socket.close();
  }
}
