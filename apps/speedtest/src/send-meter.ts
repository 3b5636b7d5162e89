import type { ServerResponse } from 'node:http';
import type { Flow } from './flow.ts';

const EVERY_MS = 50;

/**
 * Reports every 50 ms how much of a test's uploads was received: lines of milliseconds since the
 * first byte, by the server's clock, and bytes. The browser cannot know this: it counts what it
 * hands to a buffer. Ends with its connection.
 */
export function sendMeter(response: ServerResponse, flow: Flow, clock: () => number): void {
  response.writeHead(200, { 'content-type': 'application/octet-stream' });
  const tell = (): void => {
    const elapsedMs = flow.startedAt === null ? 0 : clock() - flow.startedAt;
    response.write(`${elapsedMs.toFixed(2)} ${flow.bytes}\n`);
  };
  tell();
  // After a late timer, bytes that arrived meanwhile are counted before the report.
  const timer = setInterval(() => setImmediate(tell), EVERY_MS);
  response.on('close', () => clearInterval(timer));
}
