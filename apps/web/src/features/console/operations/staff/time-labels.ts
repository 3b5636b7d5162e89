const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** A length of time: '4 ms', '1.2 s', '48 s', '3 min', '2 h 10 min', '3 days'. */
export function lengthLabel(seconds: number): string {
  if (seconds < 1) return `${Math.round(seconds * 1000)} ms`;
  if (seconds < 10) return `${seconds.toFixed(1)} s`;
  if (seconds < MINUTE) return `${Math.round(seconds)} s`;
  if (seconds < HOUR) return `${Math.floor(seconds / MINUTE)} min`;
  if (seconds < 2 * DAY) {
    const minutes = Math.floor((seconds % HOUR) / MINUTE);
    return `${Math.floor(seconds / HOUR)} h${minutes > 0 ? ` ${minutes} min` : ''}`;
  }
  return `${Math.floor(seconds / DAY)} days`;
}

/** How many whole seconds ago something was; 0 where this machine's clock is behind. */
export function secondsSince(iso: string, now: Date): number {
  return Math.max(0, Math.floor((now.getTime() - Date.parse(iso)) / 1000));
}

/** How long ago something was: 'just now', '12 s ago', '3 min ago'. */
export function agoLabel(iso: string, now: Date): string {
  const seconds = secondsSince(iso, now);
  return seconds < 2 ? 'just now' : `${seconds < 10 ? `${seconds} s` : lengthLabel(seconds)} ago`;
}

/** How often a job runs: 'every 3 s', 'every 15 min'. */
export function everyLabel(seconds: number): string {
  if (seconds < MINUTE) return `every ${seconds} s`;
  if (seconds < HOUR) return `every ${Math.round(seconds / MINUTE)} min`;
  return seconds === HOUR ? 'every hour' : `every ${Math.round(seconds / HOUR)} h`;
}
