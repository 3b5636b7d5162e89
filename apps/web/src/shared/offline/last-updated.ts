let moment: string | null = null;

/**
 * Sets the formatted time of the newest answer about the signed-in user; null when there is none.
 */
export function setLastUpdated(asOf: string | null): void {
  moment = asOf;
}

/** When the figures of the signed-in user were last updated, '4 July, 08:14'; null for visitors. */
export function lastUpdated(): string | null {
  return moment;
}
