/**
 * The values of a secret that are accepted while it is being turned. New things are made with the
 * first; what was made with another one stays valid (docs/secrets.md).
 */
export type AcceptedSecrets = readonly [present: string, ...others: string[]];

/** The values that are set, the present one first and each once; null where none is. */
export function acceptedSecrets(...values: readonly (string | null | undefined)[]): AcceptedSecrets | null {
  const [present, ...others] = new Set(values.filter((value) => value !== null && value !== undefined));
  return present === undefined ? null : [present, ...others];
}
