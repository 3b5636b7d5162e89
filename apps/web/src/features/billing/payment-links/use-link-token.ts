import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';

const STORAGE_KEY = 'payment-link';

/** Whether what comes after the # is a token, and not a place on the page or the code of a customer's own link. */
export function isLinkToken(hash: string): boolean {
  return hash.length > 1 && hash !== '#main' && !hash.startsWith('#code=');
}

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
    if (isLinkToken(hash)) {
      sessionStorage.setItem(STORAGE_KEY, hash.slice(1));
      void navigate(`${pathname}?link`, { replace: true });
    }
    setToken(sessionStorage.getItem(STORAGE_KEY) ?? '');
  }, [hash, pathname, navigate]);
  return token;
}
