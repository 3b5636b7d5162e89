import { useHydrated } from '../hydration/use-hydrated.ts';

/** What the server says of this installation in the page's `<script type="application/json" id="site">`. */
export type SiteFacts = { demo: boolean };

const PRERENDERED: SiteFacts = { demo: false };
let facts: SiteFacts | undefined;

/** The JSON that the server put into the page under `id`; undefined when it is not there or not JSON. */
export function readEmbedded(id: string): unknown {
  try {
    return JSON.parse(document.getElementById(id)?.textContent ?? '');
  } catch {
    return undefined;
  }
}

function siteFacts(): SiteFacts {
  facts ??= toSiteFacts(readEmbedded('site'));
  return facts;
}

function toSiteFacts(embedded: unknown): SiteFacts {
  const demo = typeof embedded === 'object' && embedded !== null && 'demo' in embedded && embedded.demo === true;
  return { demo };
}

/** The facts of this installation; those of the prerendered page until it has come alive. */
export function useSiteFacts(): SiteFacts {
  return useHydrated() ? siteFacts() : PRERENDERED;
}
