/** The present moment, for components. */
export function now(): Date {
  return new Date();
}
