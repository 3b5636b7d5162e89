/**
 * What a check found, in one sentence. `fault`: customers are or will be affected; `warning`: an
 * operator should look; `skipped`: not configured here, or it cannot be checked from here.
 */
export type Finding = { readonly subject: string } & (
  | { readonly state: 'ok' | 'skipped'; readonly found: string }
  | { readonly state: 'warning' | 'fault'; readonly found: string; readonly remedy: string }
);

/** Findings about one subject; none of the functions throws. */
export function about(subject: string) {
  return {
    ok: (found: string): Finding => ({ subject, state: 'ok', found }),
    skipped: (found: string): Finding => ({ subject, state: 'skipped', found }),
    warning: (found: string, remedy: string): Finding => ({ subject, state: 'warning', found, remedy }),
    fault: (found: string, remedy: string): Finding => ({ subject, state: 'fault', found, remedy }),
  };
}

export function messageOf(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(messageOf).join('; ');
  return error instanceof Error ? error.message : String(error);
}
