import { expect, onTestFinished, test, vi } from 'vitest';
import { DEFAULT_LIMITS } from './speed-test-options.ts';
import { startedServer } from './testing/started-server.ts';

const MIB = 1024 * 1024;

const start = startedServer();

/** The lines of a meter as they arrive. */
async function* readMeter(answer: Response): AsyncGenerator<{ elapsedMs: number; bytes: number }> {
  let rest = '';
  for await (const part of answer.body ?? []) {
    const lines = (rest + Buffer.from(part).toString()).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      const [elapsedMs = Number.NaN, bytes = Number.NaN] = line.split(' ').map(Number);
      yield { elapsedMs, bytes };
    }
  }
}

test('the meter reports what has arrived, counted from the first byte', async () => {
  const { call, openSession } = await start();
  const session = await openSession();
  const meter = readMeter(await call(`meter?session=${session}`));
  expect((await meter.next()).value).toEqual({ elapsedMs: 0, bytes: 0 });
  await call(`empty?session=${session}`, { method: 'POST', body: new Uint8Array(3 * MIB) });
  await call(`empty?session=${session}`, { method: 'POST', body: new Uint8Array(2 * MIB) });
  for await (const { elapsedMs, bytes } of meter) {
    expect(elapsedMs).toBeGreaterThanOrEqual(0);
    if (bytes === 5 * MIB) return;
  }
  expect.unreachable('the meter ended before it had counted everything');
});

test('a test ends with its meter, and its id is invalid afterwards', async () => {
  const { call, openSession } = await start();
  const session = await openSession();
  const meter = await call(`meter?session=${session}`);
  const download = await call(`garbage?ckSize=100&session=${session}`);
  await meter.body?.cancel();
  await expect(download.bytes()).rejects.toThrow();
  const answer = await call(`garbage?session=${session}`);
  expect(answer.status).toBe(403);
  expect(await answer.json()).toMatchObject({ message: 'This speed test is over. Start a new one.' });
});

test('a test is ended when its time is up, in both directions', async () => {
  const { call, openSession } = await start();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const session = await openSession();
  const meter = readMeter(await call(`meter?session=${session}`));
  const slowUpload = call(`empty?session=${session}`, {
    method: 'POST',
    body: new ReadableStream({ start: (controller) => controller.enqueue(new Uint8Array(10)) }),
    duplex: 'half',
  } as RequestInit);
  const uploadCut = expect(slowUpload).rejects.toThrow();
  const download = await call(`garbage?ckSize=100&session=${session}`);
  let told = await meter.next();
  while (told.value?.bytes === 0) told = await meter.next();
  expect(told.value).toMatchObject({ bytes: 10 });
  vi.advanceTimersByTime(DEFAULT_LIMITS.sessionMs);
  await uploadCut;
  await expect(download.bytes()).rejects.toThrow();
});

test('a test transfers no more than its bytes in either direction', async () => {
  const { call, openSession } = await start({ bytesPerDirection: 2 * MIB });
  const session = await openSession();
  await expect(call(`garbage?ckSize=3&session=${session}`).then((answer) => answer.bytes())).rejects.toThrow();
  const upload = await call(`empty?session=${session}`, { method: 'POST', body: new Uint8Array(3 * MIB) }).catch(
    () => null,
  );
  if (upload) expect(upload.status).toBe(413);
});

test('no test exceeds the speed of the fastest line, in either direction', async () => {
  const { call, openSession } = await start({ fastestMbps: 80 });
  const session = await openSession();
  // 4 MiB pass at once; the other 6 take 0.6 s at 10 MB/s.
  const startedAt = performance.now();
  await (await call(`garbage?ckSize=10&session=${session}`)).bytes();
  const downloadedAt = performance.now();
  await call(`empty?session=${session}`, { method: 'POST', body: new Uint8Array(10 * MIB) });
  expect(downloadedAt - startedAt).toBeGreaterThan(600);
  expect(performance.now() - downloadedAt).toBeGreaterThan(600);
});

test('an IP address has three tests at once, an IPv6 network too; others do not wait for them', async () => {
  const { call, openSession } = await start();
  for (const host of ['a', 'b', 'c']) await openSession(`2001:db8:1:2::${host}`);
  const refused = await call('session', { method: 'POST', from: '2001:db8:1:2:ffff::1' });
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  expect((await call('session', { method: 'POST', from: '2001:db8:1:3::1' })).status).toBe(201);
});

test('when all slots are taken the next test is asked to wait, and starts when one ends', async () => {
  const { call, openSession } = await start({ liveTests: 2 });
  const session = await openSession('203.0.113.1');
  await openSession('203.0.113.2');
  const busy = await call('session', { method: 'POST', from: '203.0.113.3' });
  expect([busy.status, busy.headers.get('retry-after')]).toEqual([503, '5']);
  expect(await busy.json()).toMatchObject({ message: 'The speed test is busy. Try again in a few seconds.' });
  expect((await call('garbage', { from: '203.0.113.3' })).status).toBe(503);
  const meter = await call(`meter?session=${session}`, { from: '203.0.113.1' });
  await meter.body?.cancel();
  await expect.poll(async () => (await call('session', { method: 'POST', from: '203.0.113.3' })).status).toBe(201);
});

test('an address starts twenty tests a minute', async () => {
  let now = 0;
  const { call } = await start({ liveTests: 100, liveTestsPerAddress: 100 }, { clock: () => now });
  const open = async () => (await call('session', { method: 'POST' })).status;
  for (let count = 0; count < 20; count += 1) expect(await open()).toBe(201);
  expect(await open()).toBe(429);
  now += 60_000;
  expect(await open()).toBe(201);
});

test('an address transfers its bytes of the day and no more, with or without a session', async () => {
  let now = 0;
  const { call } = await start({ dailyBytesPerAddress: 3 * MIB }, { clock: () => now });
  expect((await (await call('garbage?ckSize=3')).bytes()).length).toBe(3 * MIB);
  for (const [path, method] of [
    ['garbage', 'GET'],
    ['session', 'POST'],
  ] as const) {
    const refused = await call(path, { method });
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('retry-after'))).toBe(86_400);
    await refused.body?.cancel();
  }
  expect((await call('garbage?ckSize=1', { from: '203.0.113.8' })).status).toBe(200);
  now += 24 * 3_600_000;
  expect((await call('garbage?ckSize=1')).status).toBe(200);
});

test('of a hundred concurrent downloads twelve are served, and the others asked to wait', async () => {
  const { call } = await start();
  const answers = await Promise.all(Array.from({ length: 100 }, () => call('garbage?ckSize=100')));
  const statuses = answers.map(({ status }) => status);
  expect(statuses.filter((status) => status === 200)).toHaveLength(12);
  expect(statuses.filter((status) => status === 429)).toHaveLength(88);
  await Promise.all(answers.map(async ({ body }) => await body?.cancel()));
});
