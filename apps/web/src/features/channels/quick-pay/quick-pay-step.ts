import type { FoundAccount } from '@portal/contract/channels/quick-pay';

/** Where somebody is who pays without signing in. */
export type QuickPayStep =
  | { readonly is: 'find' }
  | { readonly is: 'link'; readonly code: string }
  | { readonly is: 'pay'; readonly found: FoundAccount }
  | { readonly is: 'receipt'; readonly reference: string };

const LINK = '#code=';

/** The code of a payment link, which comes behind the # of the address; null for anything else there. */
export function codeInHash(hash: string): string | null {
  if (!hash.startsWith(LINK)) return null;
  try {
    return decodeURIComponent(hash.slice(LINK.length));
  } catch {
    return '';
  }
}

/**
 * The step by the address and what the browser's history keeps with it: the account that was found stays there, and
 * in no address, so that Back and a reload know it.
 */
export function stepOf({ search, state }: { readonly search: string; readonly state: unknown }): QuickPayStep {
  const reference = new URLSearchParams(search).get('reference');
  if (reference) return { is: 'receipt', reference };
  const { code, found } = (state ?? {}) as { readonly code?: string; readonly found?: FoundAccount };
  if (found) return { is: 'pay', found };
  return code === undefined ? { is: 'find' } : { is: 'link', code };
}
