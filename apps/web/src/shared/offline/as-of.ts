let moment: string | null = null;

/** Remembers when the newest answer about the signed-in person came, as people read it; null when there is none any more. */
export function setKnownAsOf(asOf: string | null): void {
  moment = asOf;
}

/** When the newest of what is shown about the signed-in person was known to be true, '4 July, 08:14'; null for visitors. */
export function knownAsOf(): string | null {
  return moment;
}
