import { useLocation } from 'react-router';
import { useHydrated } from './use-hydrated.ts';

/**
 * The query of the address with its '?'; empty until the prerendered page, which knows no query, is
 * hydrated.
 */
export function useSearch(): string {
  const { search } = useLocation();
  return useHydrated() ? search : '';
}
