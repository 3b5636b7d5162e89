import { type ComponentType, type LazyExoticComponent, lazy } from 'react';
import { useText } from '../../i18n/use-text.ts';
import { loadOrReload } from '../../site/load-or-reload.ts';
import { ErrorState } from './error-state.tsx';

/**
 * A component whose code loads on first render. When loading fails, the rest of the page stays and
 * Retry reloads it.
 */
export function lazyComponent<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): LazyExoticComponent<ComponentType<Props>> {
  return lazy(async () => ({ default: await loadOrReload(load).catch(() => PartMissing) }));
}

function PartMissing() {
  const t = useText();
  return <ErrorState title={t('This part could not be loaded')} onRetry={() => location.reload()} />;
}
