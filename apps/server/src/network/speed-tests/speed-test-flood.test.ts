import { type ClientRequest, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { startTestPortal, type TestPortal } from '../../testing/test-portal.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 30_000 });

const MIB = 1024 * 1024;
const LARGEST = 25 * MIB;
const PART = Buffer.alloc(MIB / 4, 7);

let portal: TestPortal;
let origin: string;
beforeAll(async () => {
  portal = await startTestPortal();
  await portal.app.listen({ host: '127.0.0.1', port: 0 });
  origin = `http://127.0.0.1:${(portal.app.server.address() as AddressInfo).port}`;
});
afterAll(() => portal.close());

setFlagsFromString('--expose-gc');
const collectGarbage: () => void = runInNewContext('gc');

/** The bytes of all buffers that are still referenced. */
function buffersInUse(): number {
  collectGarbage();
  return process.memoryUsage().arrayBuffers;
}

/** How an upload ended: with a status, or aborted while it was still being sent. */
async function endOf(upload: ClientRequest, body: Readable): Promise<number | 'cut off'> {
  const answered = new Promise<number>((resolve) => {
    upload.on('response', (answer) => {
      answer.resume();
      resolve(answer.statusCode ?? 0);
    });
  });
  // It is refused before it is sent: then one direction ends in an error and the other in an
  // answer, or in an error too.
  const sent = pipeline(body, upload).then(() => answered);
  return Promise.race([answered, sent.catch(() => 'cut off' as const)]);
}

it('a hundred uploads of the largest size at once: twelve are accepted, none is held in memory, and the portal answers meanwhile', async () => {
  const { promise: lastByte, resolve: sendLastByte } = Promise.withResolvers<void>();
  const before = buffersInUse();
  let waiting = 0;
  async function* parts() {
    for (let left = LARGEST - 1; left > 0; left -= PART.length) {
      yield PART.subarray(0, Math.min(left, PART.length));
    }
    waiting++;
    await lastByte;
    yield PART.subarray(0, 1);
  }
  let refused = 0;
  const uploads = Array.from({ length: 100 }, async () => {
    const upload = request(`${origin}/speedtest/empty`, {
      method: 'POST',
      agent: false,
      headers: { 'content-length': LARGEST },
    });
    const end = await endOf(upload, Readable.from(parts(), { objectMode: false }));
    if (end !== 200) refused++;
    return end;
  });
  // All but their last byte has been received of twelve; the others are refused already.
  await vi.waitFor(() => expect([waiting, refused]).toEqual([12, 88]), 30_000);
  // Twelve uploads are 300 MiB.
  await vi.waitFor(() => expect((buffersInUse() - before) / MIB).toBeLessThan(30), 5_000);

  expect((await fetch(`${origin}/api/service-plans`)).status).toBe(200);
  expect((await portal.browser().register()).statusCode).toBe(200);
  expect((await fetch(`${origin}/speedtest/garbage?ckSize=1`)).status).toBe(429);
  const neighbour = await fetch(`${origin}/speedtest/garbage?ckSize=1`, {
    headers: { 'x-forwarded-for': '203.0.113.9' },
  });
  expect((await neighbour.bytes()).length).toBe(MIB);

  sendLastByte();
  const ends = await Promise.all(uploads);
  expect(ends.filter((end) => end === 200)).toHaveLength(12);
  expect(ends.filter((end) => end === 429 || end === 'cut off')).toHaveLength(88);
});
