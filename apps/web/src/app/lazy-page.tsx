import { type ComponentType, lazy } from 'react';
import { loadOrReload } from '../shared/site/load-or-reload.ts';

export type LazyPage = ComponentType & {
  /** Fetches the page's code, so that it then renders without waiting. */
  preload: () => Promise<void>;
};

/**
 * A page whose code is loaded when it is first shown. A preloaded page renders at once, which
 * hydration needs.
 */
export function lazyPage(load: () => Promise<ComponentType>): LazyPage {
  let Loaded: ComponentType | undefined;
  const Waiting = lazy(async () => ({ default: await loadOrReload(load) }));
  function Page() {
    return Loaded ? <Loaded /> : <Waiting />;
  }
  async function preload() {
    Loaded = await load();
  }
  return Object.assign(Page, { preload });
}
