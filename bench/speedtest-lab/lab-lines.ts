import type { Line } from '../speed-test/open-shaped-line.ts';

/** The lines under test, counted as Ethernet frames without preamble, which is what `tc` shapes. */
export const LAB_LINES: readonly Line[] = [
  { downMbps: 10, upMbps: 5, rttMs: 40 },
  { downMbps: 50, upMbps: 20, rttMs: 20 },
  { downMbps: 100, upMbps: 50, rttMs: 20 },
  { downMbps: 300, upMbps: 100, rttMs: 10 },
  { downMbps: 1000, upMbps: 1000, rttMs: 5 },
];

/** A full frame: 14 bytes of Ethernet, 52 of IP and TCP with timestamps, 1448 of payload. */
const FRAME_BYTES = 1514;
const PACKET_BYTES = 1500;
const PAYLOAD_BYTES = 1448;

/** '100/50' */
export function nameOf({ downMbps, upMbps }: Line): string {
  return `${downMbps}/${upMbps}`;
}

/**
 * The capacity of such a line at the IP layer: the payload's ceiling times the overhead factor of
 * the product (1500/1448). Mbps.
 */
export function truthOf(shapedMbps: number): number {
  return (shapedMbps * PACKET_BYTES) / FRAME_BYTES;
}

/** The most TCP payload that such a line carries. Mbps. */
export function payloadCeilingOf(shapedMbps: number): number {
  return (shapedMbps * PAYLOAD_BYTES) / FRAME_BYTES;
}

/**
 * The allowed error of the widget, as shares of the true speed; the ping in ms above the line's.
 */
export function goalsOf({ downMbps }: Line) {
  return { median: downMbps > 300 ? 0.03 : 0.02, everyRun: 0.05, pingAbove: 1.5, pingBelow: 0.5 };
}
