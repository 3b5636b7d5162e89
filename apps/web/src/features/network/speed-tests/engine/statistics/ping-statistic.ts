/** The middle of the values; null when there are none. */
export function medianOf(values: readonly number[]): number | null {
  const sorted = values.toSorted((a, b) => a - b);
  const upper = sorted[Math.floor(sorted.length / 2)];
  const lower = sorted[Math.floor((sorted.length - 1) / 2)];
  return upper === undefined || lower === undefined ? null : (lower + upper) / 2;
}

/** Mean difference between neighbours, in the order they were measured; null below three values. */
export function jitterOf(values: readonly number[]): number | null {
  if (values.length < 3) return null;
  const steps = values.slice(1).map((value, index) => Math.abs(value - (values[index] ?? value)));
  return steps.reduce((sum, step) => sum + step, 0) / steps.length;
}
