import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';

const STORAGE_KEY = 'payment-link';

/**
 * The token of a payment link, '' without one, null until the page has looked. It comes after the #
 * of the address, which no server gets, leaves the address bar at once, and stays in this window, for
 * when the gateway sends its payer back.
 */
export function useLinkToken(): string | null {
  const { pathname, hash } = useLocation();
  const navigate = useNavigate();
  const [token, setToken] = useState<string | null>(null);
  useEffect(() => {
    const given = hash.slice(1);
    if (given) {
      sessionStorage.setItem(STORAGE_KEY, given);
      void navigate(pathname, { replace: true });
    }
    setToken(sessionStorage.getItem(STORAGE_KEY) ?? '');
  }, [hash, pathname, navigate]);
  return token;
}
