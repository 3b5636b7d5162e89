const STORAGE_KEY = 'invitation';

/** Saves the token of an invitation in this window: in an address it would be logged. '' forgets it. */
export function saveInvitation(token: string): void {
  try {
    if (token) sessionStorage.setItem(STORAGE_KEY, token);
    else sessionStorage.removeItem(STORAGE_KEY);
  } catch {
    // refused: the mailed link works again after the sign-in
  }
}

/** The saved token, '' for none. */
export function savedInvitation(): string {
  try {
    return sessionStorage.getItem(STORAGE_KEY) ?? '';
  } catch {
    return '';
  }
}
