import { Writable } from 'node:stream';
import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { Flow } from './flow.ts';
import { createRandomPool } from './random-pool.ts';
import { sendRandom } from './send-random.ts';

const MIB = 1024 * 1024;
const SLICE = 64 * 1024;

const unlimited = () =>
  new Flow({ clock: () => 0, mostBytes: 1000 * MIB, fastestMbps: Number.POSITIVE_INFINITY, charge: () => true });

test('a client that does not read stops its stream: the server holds one slice of it, and continues when that is read', async () => {
  let take: (() => void) | undefined;
  const client = new Writable({
    highWaterMark: SLICE,
    write: (_chunk, _encoding, taken) => {
      take = taken;
    },
  });
  const flow = unlimited();
  sendRandom(client, { bytes: 100 * MIB, nextSlice: createRandomPool(() => Buffer.alloc(4 * MIB))(), flow });
  await turn();
  expect([client.writableLength, flow.bytes]).toEqual([SLICE, SLICE]);
  take?.();
  await turn();
  expect([client.writableLength, flow.bytes]).toEqual([SLICE, 2 * SLICE]);
});

test('as many bytes are sent as were requested, to the last one', async () => {
  let received = 0;
  const client = new Writable({
    write: (chunk: Buffer, _encoding, taken) => {
      received += chunk.length;
      taken();
    },
  });
  sendRandom(client, {
    bytes: 10 * SLICE + 7,
    nextSlice: createRandomPool(() => Buffer.alloc(4 * MIB))(),
    flow: unlimited(),
  });
  await new Promise((resolve) => client.once('finish', resolve));
  expect(received).toBe(10 * SLICE + 7);
});

test('all streams send views of one pool, each from another offset', () => {
  const pool = Buffer.alloc(4 * MIB);
  const start = createRandomPool(() => pool);
  const [first, second] = [start(), start()];
  const slices = Array.from({ length: 200 }, () => first(MIB));
  expect(slices.every((slice) => slice.buffer === pool.buffer && slice.length === SLICE)).toBe(true);
  expect(second(MIB).byteOffset).not.toBe(slices[0]?.byteOffset);
  expect(first(10).length).toBe(10);
});
