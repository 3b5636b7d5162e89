let ask: () => Promise<boolean> = () => Promise.resolve(false);

/** Sets who asks the person for a fresh proof; it resolves with whether they have given one. */
export function onProofRequired(asker: () => Promise<boolean>): void {
  ask = asker;
}

/** Asks the person to prove that it is them; false when they would rather not. */
export function requestProof(): Promise<boolean> {
  return ask();
}
