import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { useHydrated } from '../../../shared/hydration/use-hydrated.ts';

/**
 * The token of a mailed link, '' when the address has none, null until the prerendered page is
 * hydrated. It is removed from the address bar and the browser's history at once, so that others
 * who see the screen or use the device later cannot use it.
 */
export function useLinkToken(): string | null {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const hydrated = useHydrated();
  const [token] = useState(() => new URLSearchParams(search).get('token') ?? '');
  useEffect(() => {
    if (search) void navigate(pathname, { replace: true });
  }, [pathname, search, navigate]);
  return hydrated ? token : null;
}
