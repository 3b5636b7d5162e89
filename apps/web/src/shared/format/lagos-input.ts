const LAGOS = '+01:00';
const LAGOS_OFFSET_MS = 3_600_000;

/**
 * A moment as a field of the type datetime-local holds it, in the time of Lagos wherever the
 * browser is: '2026-07-04T08:14'.
 */
export function toLagosInput(at: Date): string {
  return new Date(at.getTime() + LAGOS_OFFSET_MS).toISOString().slice(0, 16);
}

const TO_THE_SECOND = '2026-07-04T08:14:30'.length;

/** The moment that such a field means, with or without seconds, for the server; an empty field is null. */
export function fromLagosInput(value: string): string | null {
  return value === '' ? null : `${`${value}:00`.slice(0, TO_THE_SECOND)}${LAGOS}`;
}
