import { randomBytes } from 'node:crypto';
import { createReadStream, existsSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { basename, extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createSpeedTestHandler } from '../../apps/speedtest/src/create-speed-test-handler.ts';
import { DEFAULT_LIMITS } from '../../apps/speedtest/src/speed-test-options.ts';

/**
 * The servers of the other clients: their pages, Cloudflare's `__down` and `__up`, and LibreSpeed's
 * backend, which is ours without the limits per address: `node yardstick-server.ts <address> <port>
 * [folder of a LibreSpeed client]`.
 */
const [address = '', port = '', librespeed = ''] = process.argv.slice(2);
const SLICE = randomBytes(64 * 1024);
const KINDS: Readonly<Record<string, string>> = { '.html': 'text/html', '.js': 'text/javascript' };

const own = (name: string) => join(import.meta.dirname, name);
const pages: Readonly<Record<string, string>> = {
  '/cloudflare/': own('cloudflare.html'),
  '/cloudflare/speedtest.js': fileURLToPath(import.meta.resolve('@cloudflare/speedtest')),
  '/librespeed/': own('librespeed.html'),
};

const speedTest = createSpeedTestHandler({
  limits: { ...DEFAULT_LIMITS, dailyBytesPerAddress: Number.POSITIVE_INFINITY, connectionsPerTest: 64 },
  allowedOrigins: [],
  customerOf: async () => null,
  randomBytes,
  clock: () => performance.now(),
  onDefect: (error) => console.error(error),
});

function sendFile(response: ServerResponse, path: string): void {
  if (!existsSync(path)) {
    response.writeHead(404).end();
    return;
  }
  response.writeHead(200, { 'content-type': KINDS[extname(path)] ?? 'application/octet-stream' });
  createReadStream(path).pipe(response);
}

/** As many random bytes as requested, no faster than they are read. */
function sendBytes(response: ServerResponse, bytes: number): void {
  response.writeHead(200, {
    'content-type': 'application/octet-stream',
    'content-length': bytes,
    'cache-control': 'no-store, no-transform',
    'server-timing': 'cfRequestDuration;dur=0',
  });
  let left = bytes;
  const pump = (): void => {
    while (left > 0 && !response.destroyed) {
      const slice = SLICE.subarray(0, Math.min(left, SLICE.length));
      left -= slice.length;
      if (!response.write(slice)) {
        response.once('drain', pump);
        return;
      }
    }
    response.end();
  };
  pump();
}

function takeBytes(request: IncomingMessage, response: ServerResponse): void {
  request.resume();
  request.on('end', () => {
    response.writeHead(200, { 'content-length': 0, 'server-timing': 'cfRequestDuration;dur=0' }).end();
  });
}

createServer((request, response) => {
  const url = new URL(request.url ?? '/', 'http://localhost');
  const page = pages[url.pathname];
  if (url.pathname.startsWith('/speedtest/'))
    speedTest.handle(request, response, request.socket.remoteAddress ?? 'unknown');
  else if (url.pathname === '/__down') sendBytes(response, Number(url.searchParams.get('bytes')));
  else if (url.pathname === '/__up') takeBytes(request, response);
  else if (page !== undefined) sendFile(response, page);
  else if (url.pathname.startsWith('/librespeed/')) sendFile(response, join(librespeed, basename(url.pathname)));
  else response.writeHead(url.pathname === '/readyz' ? 200 : 404).end();
}).listen(Number(port), address);
