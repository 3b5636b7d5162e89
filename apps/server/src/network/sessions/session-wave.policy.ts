/** Longer, and a Disconnect that is not answered would be given up before its last attempt. */
const LONGEST_S = 12 * 3600;

/** How many waves so many sessions are, and after how many seconds the last one begins. */
export function planWaves(
  sessions: number,
  { perWave, everySeconds }: { readonly perWave: number; readonly everySeconds: number },
): { readonly waves: number; readonly seconds: number; readonly isTooLong: boolean } {
  const waves = Math.ceil(sessions / perWave);
  const seconds = Math.max(0, waves - 1) * everySeconds;
  return { waves, seconds, isTooLong: seconds > LONGEST_S };
}
