import type { TestTrace, TracedSpeedTest } from '@portal/contract/network/speed-tests';
import { formatSpeed } from '../../speed-figures.ts';

const BINS_A_SECOND = 20;

/**
 * The raw data of a customer's result: whether our own server has counted it too, the raw rates,
 * and the course of both directions.
 */
export function SpeedTrace({ test: { how, trace } }: { test: TracedSpeedTest }) {
  return (
    <div className="micro muted whitespace-normal font-normal">
      {how?.confirmed && <span className="block">Confirmed by our server</span>}
      {trace && (
        <details>
          <summary className="cursor-pointer underline underline-offset-2">How it ran</summary>
          <Course name="Download" mbps={trace.downloadPayload} bins={trace.downloadBins} />
          <Course name="Upload" mbps={trace.uploadPayload} bins={trace.uploadBins} />
          <p className="mt-1.5">{waitsOf(trace)}</p>
        </details>
      )}
    </div>
  );
}

/** Bytes by 50 ms as bars, from the start of a phase on the left; the highest fills the height. */
function Course({ name, mbps, bins }: { name: string; mbps: number; bins: readonly number[] }) {
  const highest = Math.max(...bins, 1);
  const bars = bins.map((bytes, index) => `M${index + 0.5} 20v-${Math.round((bytes / highest) * 200) / 10}`).join('');
  const seconds = (bins.length / BINS_A_SECOND).toFixed(1);
  return (
    <figure className="mt-1.5">
      <figcaption>
        {name}: {formatSpeed(mbps)} Mbps of payload, {seconds} s in steps of 50 ms
      </figcaption>
      {bins.length > 0 && (
        <svg
          className="mt-1 h-8 w-full"
          viewBox={`0 0 ${bins.length} 20`}
          preserveAspectRatio="none"
          aria-hidden="true"
        >
          <path d={bars} stroke="var(--chart-1)" strokeWidth="0.8" />
        </svg>
      )}
    </figure>
  );
}

function waitsOf({ jitter, loadedPing }: TestTrace): string {
  const facts = [
    jitter === null ? null : `Jitter ${formatSpeed(jitter)} ms`,
    loadedPing === null ? null : `ping while busy ${formatSpeed(loadedPing)} ms`,
  ].filter((part) => part !== null);
  return facts.length > 0 ? facts.join(', ') : 'No jitter and no ping under load were measured.';
}
