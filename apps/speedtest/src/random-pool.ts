const POOL_BYTES = 1024 * 1024;
const SLICE_BYTES = 64 * 1024;

/** The next bytes to send, at most this many. A view of the pool, never a copy. */
export type NextSlice = (mostBytes: number) => Buffer;

/**
 * One pool of random bytes for all streams, created once: no proxy can compress it. Each stream
 * begins at another offset.
 */
export function createRandomPool(randomBytes: (size: number) => Buffer): () => NextSlice {
  const pool = randomBytes(POOL_BYTES);
  let streams = 0;
  return () => {
    streams += 1;
    let at = (streams * 7 * SLICE_BYTES) % POOL_BYTES;
    return (mostBytes) => {
      const slice = pool.subarray(at, at + Math.min(SLICE_BYTES, mostBytes));
      at = (at + SLICE_BYTES) % POOL_BYTES;
      return slice;
    };
  };
}
