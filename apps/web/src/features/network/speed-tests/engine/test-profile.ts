/**
 * Line rate (IP layer, as ITU-T Y.1540 counts it) over TCP payload: 1500 bytes of packet carry 1448
 * of payload (IPv4, timestamps, MTU 1500; 1492 over PPPoE gives the same). Applied once, to both
 * directions.
 */
const LINE_OVER_PAYLOAD = 1500 / 1448;

const BITS_PER_BYTE = 8;

/** How long each part lasts and how much of its beginning does not count, in ms. */
export type TestProfile = {
  readonly pingMs: number;
  readonly downloadMs: number;
  readonly downloadGraceMs: number;
  readonly uploadMs: number;
  /** From the first byte that the server received. */
  readonly uploadGraceMs: number;
};

/** Five seconds (specification section 9). */
export const FULL_TEST: TestProfile = {
  pingMs: 500,
  downloadMs: 2300,
  downloadGraceMs: 700,
  uploadMs: 2200,
  uploadGraceMs: 500,
};

/** For mobile data: three seconds, little more than half the data, less exact. */
export const LIGHT_TEST: TestProfile = {
  pingMs: 500,
  downloadMs: 1150,
  downloadGraceMs: 450,
  uploadMs: 1350,
  uploadGraceMs: 400,
};

export function totalMs(profile: TestProfile): number {
  return profile.pingMs + profile.downloadMs + profile.uploadMs;
}

export function payloadMbps(bytesPerMs: number): number {
  return (bytesPerMs * BITS_PER_BYTE) / 1000;
}

/** The line rate for a payload rate. */
export function lineMbps(payloadBytesPerMs: number): number {
  return payloadMbps(payloadBytesPerMs) * LINE_OVER_PAYLOAD;
}

/** The data that a test uses on a line of this speed in both directions, in bytes. */
export function estimateBytes(profile: TestProfile, mbps: number): number {
  return ((mbps * 1e6) / BITS_PER_BYTE / 1000) * (profile.downloadMs + profile.uploadMs);
}
