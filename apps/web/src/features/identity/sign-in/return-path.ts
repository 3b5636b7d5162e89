import { isPortalPath } from '@portal/contract/platform/fields';

/**
 * Where to go after signing in: the `next` of the address when it is a path of this portal, else
 * '/'.
 */
export function returnPath(search: string): string {
  const next = new URLSearchParams(search).get('next') ?? '';
  return isPortalPath(next) ? next : '/';
}

/** Whether a path of this portal is one of the staff console. */
export function isConsolePath(path: string): boolean {
  return /^\/admin(?![^/?])/.test(path);
}

/**
 * Opens the page that required the sign-in. The staff console is an application of its own: a
 * document, not a page of this one.
 */
export function openReturnPath(search: string, navigate: (to: string) => unknown): void {
  const next = returnPath(search);
  if (isConsolePath(next)) location.assign(next);
  else navigate(next);
}
