import { type ComponentType, type LazyExoticComponent, lazy } from 'react';
import { useText } from '../i18n/use-text.ts';
import { ErrorState } from './error-state.tsx';

/** A part of a page whose code is fetched when it is first shown. When that fails the rest of the page stays, and Retry loads the page again. */
export function lazyPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): LazyExoticComponent<ComponentType<Props>> {
  return lazy(async () => ({ default: await load().catch(() => PartMissing) }));
}

function PartMissing() {
  const t = useText();
  return <ErrorState title={t('This part could not be loaded')} onRetry={() => location.reload()} />;
}
