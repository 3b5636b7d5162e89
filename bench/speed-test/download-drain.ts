import { connect, type Socket } from 'node:net';

/**
 * Downloads one address over this many connections at once and discards it, repeatedly: `node
 * download-drain.ts <port> <path> <connections> <seconds>`. Prints the bytes per second after a
 * short warm-up, and all bytes. The same program for every server that is compared.
 */
const [port = '', path = '', connections = '', seconds = ''] = process.argv.slice(2);
const WARM_UP_MS = 500;

/** One buffer for all: the content is ignored. */
const buffer = Buffer.alloc(256 * 1024);
const request = `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n`;
let received = 0;

function drain(): Socket {
  const callback = (bytes: number): boolean => {
    received += bytes;
    return true;
  };
  const socket = connect({ port: Number(port), host: '127.0.0.1', onread: { buffer, callback } });
  socket.on('connect', () => socket.write(request));
  // The file is complete: request it again.
  socket.on('close', drain);
  return socket;
}

for (let count = 0; count < Number(connections); count += 1) drain();
setTimeout(() => {
  const [from, startedAt] = [received, performance.now()];
  setTimeout(() => {
    const perSecond = (received - from) / ((performance.now() - startedAt) / 1000);
    console.log(`${perSecond.toFixed(0)} ${received}`);
    process.exit();
  }, Number(seconds) * 1000);
}, WARM_UP_MS);
