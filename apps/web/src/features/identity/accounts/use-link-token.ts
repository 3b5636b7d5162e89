import { useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { useHydrated } from '../../../shared/hydration/use-hydrated.ts';

const tokenIn = (part: string): string | null => new URLSearchParams(part.slice(1)).get('token');

/**
 * The token of a mailed link, '' when the address has none, null until the prerendered page is
 * hydrated. It is in the fragment, which no server sees, and is removed from the address bar and the
 * browser's history at once, so that others who see the screen or use the device later cannot use it.
 * Links that were mailed before the fragment have it in the query.
 */
export function useLinkToken(): string | null {
  const { pathname, hash, search } = useLocation();
  const navigate = useNavigate();
  const hydrated = useHydrated();
  const linked = tokenIn(hash) ?? tokenIn(search);
  const [token] = useState(linked ?? '');
  const isTaken = useRef(false);
  useEffect(() => {
    if (linked === null) return;
    if (linked === token && !isTaken.current) {
      isTaken.current = true;
      void navigate(pathname, { replace: true });
    } else {
      // A further link in the same window changes nothing but the fragment, and loads nothing.
      location.reload();
    }
  }, [linked, token, pathname, navigate]);
  return hydrated ? token : null;
}
