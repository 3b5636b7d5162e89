const STORAGE_KEY = 'line-offer';

/** Saves the token of an offered line in this window: in an address it would be logged. '' forgets it. */
export function saveOffer(token: string): void {
  try {
    if (token) sessionStorage.setItem(STORAGE_KEY, token);
    else sessionStorage.removeItem(STORAGE_KEY);
  } catch {
    // refused: the link that was sent works again after the sign-in
  }
}

/** The saved token, '' for none. */
export function savedOffer(): string {
  try {
    return sessionStorage.getItem(STORAGE_KEY) ?? '';
  } catch {
    return '';
  }
}
