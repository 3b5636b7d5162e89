const STORAGE_KEY = 'account-merge';

/** Saves the token of a link in this window until the person has signed in: in an address it would be logged. '' forgets it. */
export function saveMergeLink(token: string): void {
  try {
    if (token) sessionStorage.setItem(STORAGE_KEY, token);
    else sessionStorage.removeItem(STORAGE_KEY);
  } catch {
    // refused: the mailed link works again after the sign-in
  }
}

/** The saved token, '' for none. */
export function savedMergeLink(): string {
  try {
    return sessionStorage.getItem(STORAGE_KEY) ?? '';
  } catch {
    return '';
  }
}
