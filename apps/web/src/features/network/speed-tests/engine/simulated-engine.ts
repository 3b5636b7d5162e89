import type { SpeedTestEngine, SpeedTestReading } from './speed-test-engine.ts';
import { FULL_TEST, totalMs } from './test-profile.ts';

const EVERY_MS = 100;

/** The ranges of the specification, section 9: Mbps, Mbps, ms. */
const RANGES = { download: [30, 80], upload: [10, 30], ping: [10, 40] } as const;

/** From 0 to below 1. */
function chance(): number {
  const [drawn = 0] = crypto.getRandomValues(new Uint32Array(1));
  return drawn / 2 ** 32;
}

/** Shows a test without measuring: random figures, marked as such. For the demo page alone. */
export const simulatedEngine: SpeedTestEngine = ({ onStart, onReading, signal }) => {
  const draw = ([lowest, highest]: readonly [number, number]) => lowest + chance() * (highest - lowest);
  const figures = { downloadMbps: draw(RANGES.download), uploadMbps: draw(RANGES.upload), pingMs: draw(RANGES.ping) };
  const startedAt = performance.now();
  return new Promise((resolve, reject) => {
    const timer = setInterval(() => {
      const elapsedMs = performance.now() - startedAt;
      if (elapsedMs < totalMs(FULL_TEST)) {
        onReading(readingAt(elapsedMs, figures));
        return;
      }
      clearInterval(timer);
      const unmeasured = {
        jitterMs: null,
        loadedPingMs: null,
        foreignServer: null,
        session: null,
        usedBytes: 0,
        lagMs: 0,
        trace: null,
      };
      resolve({ ...figures, ...unmeasured, uploadCountedBy: 'browser', simulated: true });
    }, EVERY_MS);
    signal.addEventListener('abort', () => {
      clearInterval(timer);
      reject(signal.reason);
    });
    onStart(totalMs(FULL_TEST));
  });
};

type Figures = { readonly downloadMbps: number; readonly uploadMbps: number; readonly pingMs: number };

/** A line that fills up, as a real one does. */
function readingAt(elapsedMs: number, { downloadMbps, uploadMbps, pingMs }: Figures): SpeedTestReading {
  const { pingMs: pingPhaseMs, downloadMs, uploadMs } = FULL_TEST;
  const usedBytes = 0;
  if (elapsedMs < pingPhaseMs) return { phase: 'ping', mbps: null, pingMs: null, downloadMbps: null, usedBytes };
  const inDownload = elapsedMs - pingPhaseMs;
  const filled = (share: number) => 1 - (1 - Math.min(1, share)) ** 4;
  if (inDownload < downloadMs) {
    const mbps = downloadMbps * filled(inDownload / downloadMs);
    return { phase: 'download', mbps, pingMs, downloadMbps: null, usedBytes };
  }
  const mbps = uploadMbps * filled((inDownload - downloadMs) / uploadMs);
  return { phase: 'upload', mbps, pingMs, downloadMbps, usedBytes };
}
