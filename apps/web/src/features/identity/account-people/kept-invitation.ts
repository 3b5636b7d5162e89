const STORAGE_KEY = 'invitation';

/** Keeps the token of an invitation in this window: in an address it would be logged. '' forgets it. */
export function keepInvitation(token: string): void {
  try {
    if (token) sessionStorage.setItem(STORAGE_KEY, token);
    else sessionStorage.removeItem(STORAGE_KEY);
  } catch {
    // refused: the mailed link works again after the sign-in
  }
}

/** The token that this window keeps, '' for none. */
export function keptInvitation(): string {
  try {
    return sessionStorage.getItem(STORAGE_KEY) ?? '';
  } catch {
    return '';
  }
}
