import { findTestServer, type TestServer } from './find-test-server.ts';
import { SpeedTestError, type SpeedTestResult, type SpeedTestRun } from './speed-test-engine.ts';
import { jitterOf, medianOf } from './statistics/ping-statistic.ts';
import { steadyRate } from './statistics/rate-statistic.ts';
import { FULL_TEST, LIGHT_TEST, lineMbps, payloadMbps, type TestProfile, totalMs } from './test-profile.ts';
import { abortWith } from './transfer/abort-with.ts';
import { runFor } from './transfer/call-server.ts';
import { countUploadInBrowser } from './transfer/count-upload-in-browser.ts';
import { measureDownload } from './transfer/measure-download.ts';
import { measureUpload, randomBody } from './transfer/measure-upload.ts';
import { latenciesOf, type Probe, pingUntil, warmUp } from './transfer/ping.ts';
import { watchLag } from './transfer/watch-lag.ts';

const FEWEST_PINGS = 3;
/** Of a trace: more than any phase has. */
const MOST_BINS = 60;

/**
 * Measures the line to the server at `origin`: ping, download, upload, one after the other by the
 * clock. Rejects with SpeedTestError where no true number can be had.
 */
export async function measureLine(origin: string, run: SpeedTestRun): Promise<SpeedTestResult> {
  const { signal, onReading } = run;
  const profile = run.light ? LIGHT_TEST : FULL_TEST;
  const server = await findTestServer(origin, signal);
  const body = randomBody();
  const warm = await warmUp(server, signal);
  const lag = watchLag();
  const startedAt = performance.now();
  const phaseUntil = (endMs: number) => startedAt + endMs - performance.now();
  run.onStart(totalMs(profile));
  onReading({ phase: 'ping', mbps: null, pingMs: null, downloadMbps: null, usedBytes: 0 });

  const probes = await ping(server, profile.pingMs, signal);
  const enough = probes.length >= FEWEST_PINGS ? probes : [...probes, ...warm];
  let pingMs: number | null = null;
  const download = await measureDownload(server, {
    phaseMs: phaseUntil(profile.pingMs + profile.downloadMs),
    onRate: (rate, usedBytes) => {
      pingMs ??= pingOf(enough);
      onReading({ phase: 'download', mbps: lineMbps(rate), pingMs, downloadMbps: null, usedBytes });
    },
    signal,
  });
  const downloadRate = rateOf(download.bins, profile.downloadGraceMs);
  const downloadMbps = roundForStorage(lineMbps(downloadRate));

  const sendAll = server.foreignHost === null ? measureUpload : countUploadInBrowser;
  const upload = await sendAll(server, body, {
    phaseMs: phaseUntil(totalMs(profile)),
    onRate: (rate, bytes) =>
      onReading({
        phase: 'upload',
        mbps: lineMbps(rate),
        pingMs,
        downloadMbps,
        usedBytes: download.bytes + bytes,
      }),
    signal,
  });
  const latencies = latenciesOf(enough);
  const loaded = latenciesOf(download.loadedProbes);
  const uploadRate = rateOf(upload.bins, profile.uploadGraceMs);
  const jitterMs = jitterOf(latencies);
  const loadedPingMs = loaded.length >= FEWEST_PINGS ? medianOf(loaded) : null;
  return {
    downloadMbps,
    uploadMbps: roundForStorage(lineMbps(uploadRate)),
    pingMs: pingOf(enough) ?? fail(),
    jitterMs,
    loadedPingMs,
    usedBytes: download.bytes + upload.bytes,
    uploadCountedBy: server.foreignHost === null ? 'server' : 'browser',
    foreignServer: server.foreignHost,
    session: server.session,
    lagMs: lag.stop(),
    trace: {
      ...courseOf(download.bins, downloadRate, upload.bins, uploadRate),
      jitter: jitterMs && roundForStorage(jitterMs),
      loadedPing: loadedPingMs && roundForStorage(loadedPingMs),
    },
    simulated: false,
  };
}

async function ping(server: TestServer, phaseMs: TestProfile['pingMs'], signal: AbortSignal): Promise<Probe[]> {
  const over = abortWith(signal);
  const probes: Probe[] = [];
  try {
    await runFor(phaseMs, [pingUntil(server, { probes, pauseMs: 0, stop: over.signal })], signal);
  } finally {
    over.abort();
  }
  return probes;
}

/** How both directions ran: bins in bytes, rates in bytes per ms. */
function courseOf(down: readonly number[], downRate: number, up: readonly number[], upRate: number) {
  return {
    downloadPayload: roundForStorage(payloadMbps(downRate)),
    uploadPayload: roundForStorage(payloadMbps(upRate)),
    downloadBins: down.slice(0, MOST_BINS),
    // The meter's are spread evenly between two lines of it.
    uploadBins: up.slice(0, MOST_BINS).map(Math.round),
  };
}

/** Bytes of payload per ms. */
function rateOf(bins: readonly number[], graceMs: number): number {
  return steadyRate(bins, graceMs) ?? fail();
}

function pingOf(probes: readonly Probe[]): number | null {
  const median = medianOf(latenciesOf(probes));
  return median === null ? null : roundForStorage(median);
}

/**
 * Two decimals, as the account stores them: rounded again for display, now or later, it is the same
 * figure.
 */
function roundForStorage(measured: number): number {
  return Math.round(measured * 100) / 100;
}

function fail(): never {
  throw new SpeedTestError('unsteady');
}
