import { useSyncExternalStore } from 'react';
import { useText } from '../../i18n/use-text.ts';
import { isNavigationPending, subscribeToNavigation } from './navigation-pending.ts';

/** Shows, from 150 ms on, that the next page is loading while the present one stays. */
export function NavigationProgress() {
  const t = useText();
  const pending = useSyncExternalStore(subscribeToNavigation, isNavigationPending, () => false);
  if (!pending) return null;
  return (
    <div className="navigation-progress after-a-moment" role="status">
      <span className="sr-only">{t('Loading...')}</span>
    </div>
  );
}
