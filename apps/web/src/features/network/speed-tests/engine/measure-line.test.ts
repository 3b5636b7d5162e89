import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { measureLine } from './measure-line.ts';
import type { SpeedTestReading, SpeedTestResult } from './speed-test-engine.ts';
import { estimateBytes, FULL_TEST, LIGHT_TEST } from './test-profile.ts';
import { FakeLine, type FakeLineOptions } from './testing/fake-line.ts';

/** Payload to line rate: the factor of the page's figures. */
const LINE_OVER_PAYLOAD = 1500 / 1448;
const bytesPerMs = (mbps: number) => (mbps * 1e6) / 8 / 1000;

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

type Run = {
  readonly result: SpeedTestResult | null;
  readonly reason: unknown;
  readonly line: FakeLine;
  readonly readings: SpeedTestReading[];
  readonly startedFor: number | null;
  readonly tookMs: number;
};

/** Runs one test over a line that is made up; 12 s pass at most. */
async function run(options: FakeLineOptions & { light?: boolean; abortAfterMs?: number }): Promise<Run> {
  const line = new FakeLine(options);
  vi.stubGlobal('fetch', line.fetch);
  const readings: SpeedTestReading[] = [];
  const cancel = new AbortController();
  let startedFor: number | null = null;
  let startedAt = 0;
  let endedAt = 0;
  const outcome = measureLine('http://portal.test', {
    light: options.light ?? false,
    signal: cancel.signal,
    onStart: (totalMs) => {
      startedFor = totalMs;
      startedAt = performance.now();
    },
    onReading: (reading) => readings.push(reading),
  })
    .then(
      (result) => ({ result, reason: null }),
      (failure) => ({ result: null, reason: failure.reason ?? failure }),
    )
    .finally(() => {
      endedAt = performance.now();
    });
  if (options.abortAfterMs !== undefined) setTimeout(() => cancel.abort('left the page'), options.abortAfterMs);
  await vi.advanceTimersByTimeAsync(12_000);
  return { ...(await outcome), line, readings, startedFor, tookMs: Math.round(endedAt - startedAt) };
}

/** How far a shown figure is from what a line of this payload rate carries, as a share of it. */
function offBy(shown: number | undefined, payloadMbps: number): number {
  return Math.abs((shown ?? 0) / (payloadMbps * LINE_OVER_PAYLOAD) - 1);
}

describe('a test of a line', () => {
  test.each([
    [10, 5],
    [100, 50],
    [900, 900],
  ])('of %i by %i Mbps payload reports what the line carries, in five seconds', async (down, up) => {
    const { result, startedFor, tookMs } = await run({ down: bytesPerMs(down), up: bytesPerMs(up), rttMs: 20 });
    expect(offBy(result?.downloadMbps, down)).toBeLessThan(0.01);
    expect(offBy(result?.uploadMbps, up)).toBeLessThan(0.01);
    expect(result?.pingMs).toBe(20);
    expect(startedFor).toBe(5000);
    expect(tookMs).toBe(5000);
  });

  test('opens four streams on a slow line, six on a fast one', async () => {
    expect((await run({ down: bytesPerMs(10), up: bytesPerMs(5) })).line.widest).toBe(4);
    expect((await run({ down: bytesPerMs(100), up: bytesPerMs(50) })).line.widest).toBe(6);
    expect((await run({ down: bytesPerMs(900), up: bytesPerMs(900) })).line.widest).toBe(6);
  });

  test('warms six connections up, opens one session, and sends it with every call', async () => {
    const { line } = await run({ down: bytesPerMs(50), up: bytesPerMs(20) });
    const [first, ...rest] = line.calls;
    expect(first).toBe('POST /speedtest/session');
    expect(rest.slice(0, 6)).toEqual(
      Array.from({ length: 6 }, () => expect.stringMatching(/^GET \/speedtest\/empty\?/)),
    );
    expect(rest.every((call) => call.includes('session=0123456789abcdef0123456789abcdef'))).toBe(true);
  });

  test('with less data takes three seconds and little more than half the bytes', async () => {
    const speed = { down: bytesPerMs(80), up: bytesPerMs(40) };
    const full = await run(speed);
    const light = await run({ ...speed, light: true });
    expect(light.startedFor).toBe(3000);
    expect((light.result?.usedBytes ?? 0) / (full.result?.usedBytes ?? 1)).toBeLessThan(0.6);
    expect(offBy(light.result?.downloadMbps, 80)).toBeLessThan(0.01);
  });

  test.each([
    [10, false],
    [10, true],
    [100, false],
    [100, true],
  ])(
    'at %i Mbps (with less data: %s) uses as much data as the line has carried, and as was announced',
    async (mbps, light) => {
      const { result } = await run({ down: bytesPerMs(mbps), up: bytesPerMs(mbps), rttMs: 20, light });
      const profile = light ? LIGHT_TEST : FULL_TEST;
      const carried = bytesPerMs(mbps) * (profile.downloadMs + profile.uploadMs);
      const used = result?.usedBytes ?? 0;
      expect(used).toBeLessThanOrEqual(carried);
      expect(used / carried).toBeGreaterThan(0.9);
      expect(Math.abs(estimateBytes(profile, mbps) / used - 1)).toBeLessThan(0.1);
    },
  );

  test('reports its phase: ping, then download, then upload', async () => {
    const { readings, result } = await run({ down: bytesPerMs(50), up: bytesPerMs(20) });
    expect([...new Set(readings.map(({ phase }) => phase))]).toEqual(['ping', 'download', 'upload']);
    expect(readings.at(-1)).toMatchObject({ phase: 'upload', pingMs: 10, downloadMbps: expect.closeTo(51.8, 0) });
    expect((readings.at(-1)?.usedBytes ?? 0) / (result?.usedBytes ?? 0)).toBeCloseTo(1, 1);
  });

  test('pings while the line is loaded, on a slow line and on a fast one', async () => {
    for (const down of [10, 100]) {
      const { result } = await run({ down: bytesPerMs(down), up: bytesPerMs(10), rttMs: 30 });
      expect(result?.loadedPingMs).toBe(30);
    }
  });
});

describe('an aborted test returns no number', () => {
  const speed = { down: bytesPerMs(50), up: bytesPerMs(20) };
  const refuse = (name: string, status: number) => (url: URL) =>
    url.pathname.endsWith(name) ? new Response('', { status }) : undefined;

  test.each([
    ['the server has no place', refuse('/session', 503), 'busy'],
    ['the address has tested too often', refuse('/session', 429), 'limited'],
    ['a download is refused', refuse('/garbage', 429), 'limited'],
    ['the meter is refused', refuse('/meter', 403), 'limited'],
    ['the server fails', refuse('/garbage', 500), 'unreachable'],
  ])('when %s', async (_, answer, reason) => {
    expect((await run({ ...speed, answer })).reason).toBe(reason);
  });

  test('when an upload is too large for a proxy in between', async () => {
    const answer = (_: URL, method: string) =>
      method === 'POST' && _.pathname.endsWith('/empty') ? new Response('', { status: 413 }) : undefined;
    expect((await run({ ...speed, answer })).reason).toBe('limited');
  });

  test.each([
    ['a stream breaks off', '/garbage', 'break'],
    ['nothing comes for a second', '/garbage', 'silence'],
    ['the meter ends early', '/meter', 'end'],
    ['the meter falls silent', '/meter', 'silence'],
  ] as const)('when %s', async (_, name, fate) => {
    const spoil = (url: URL, elapsedMs: number) =>
      url.pathname.endsWith(name) && elapsedMs > 900 && elapsedMs < 2250 ? fate : undefined;
    const { result, reason } = await run({ ...speed, spoil });
    expect([result, reason]).toEqual([null, 'unsteady']);
  });

  test('when the meter sends nothing towards the end, or reports the first byte after a second', async () => {
    const meter = (isSilent: (elapsedMs: number) => boolean) => (url: URL, elapsedMs: number) =>
      url.pathname.endsWith('/meter') && isSilent(elapsedMs) ? 'silence' : undefined;
    for (const spoil of [meter((elapsedMs) => elapsedMs > 1200), meter((elapsedMs) => elapsedMs < 1100)])
      expect((await run({ ...speed, spoil })).reason).toBe('unsteady');
  });

  test('when the page is left, and then nothing more is requested', async () => {
    const { reason, line } = await run({ ...speed, abortAfterMs: 1500 });
    expect(reason).toBe('left the page');
    const asked = line.calls.length;
    await vi.advanceTimersByTimeAsync(5000);
    expect(line.calls.length).toBe(asked);
  });
});
