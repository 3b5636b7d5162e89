/** A backup or restore that is refused or has failed; the message tells the operator why in a sentence. */
export class BackupError extends Error {
  override name = 'BackupError';
}

/** What to print and record of a failure. */
export function reasonOf(error: unknown): string {
  if (error instanceof Error && 'code' in error && error.code === 'ENOSPC')
    return `the disk is full (${error.message})`;
  return error instanceof Error ? error.message : String(error);
}
