import { parseUrl } from '@portal/kernel/parse-url';

/** A push message for a browser whose portal is closed. */
type PushedNotice = { readonly id: number; readonly title: string; readonly body: string; readonly href: string };

/**
 * The notice in a push; null for an unreadable one. It comes from our server alone, encrypted, but
 * maybe from an older or newer one.
 */
export function readPush(text: string): PushedNotice | null {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    return null;
  }
  if (typeof parsed !== 'object' || parsed === null) return null;
  const { id, title, body, href } = parsed as Partial<Record<keyof PushedNotice, unknown>>;
  if (typeof id !== 'number' || typeof title !== 'string' || typeof body !== 'string') return null;
  return { id, title, body, href: typeof href === 'string' ? href : '/' };
}

/** The address that a notice opens: within the portal, whatever it says. */
export function addressOf(href: unknown, origin: string): string {
  const url = typeof href === 'string' ? parseUrl(href, origin) : null;
  return url?.origin === origin ? url.href : `${origin}/`;
}
