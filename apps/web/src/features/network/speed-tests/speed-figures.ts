const oneDecimal = new Intl.NumberFormat('en-NG', { minimumFractionDigits: 1, maximumFractionDigits: 1 });

/** Download and upload with one decimal: '48.6' (specification section 2). Mbps. */
export function formatSpeed(mbps: number): string {
  return oneDecimal.format(mbps);
}

/** Ping as a whole number: '14'. Milliseconds. */
export function formatPing(ms: number): string {
  return String(Math.round(ms));
}

/**
 * Specification section 9: shown, with a badge that says so, while the account has no test of its
 * own. Mbps.
 */
export const SAMPLE_SPEED = 50;

/** The data of a test: '42 MB'. */
export function formatMegabytes(bytes: number): string {
  return `${Math.max(1, Math.round(bytes / 1e6))} MB`;
}
