import type { SlaRules } from '@portal/kernel/support/ticket-sla';
import { useHydrated } from '../hydration/use-hydrated.ts';

/** The facts of this installation in the page's `<script type="application/json" id="site">`. */
export type SiteFacts = {
  demo: boolean;
  /** VAT is not in the prices. */
  vatExtra: boolean;
  vatPercent?: number;
  /** Customers have account numbers at banks of their own. */
  accountNumbers?: true;
  /** There have been vouchers, so some may be in somebody's hands. */
  vouchers?: true;
  /** Staff may sign in by a directory. */
  directory?: true;
  /** What customers dial for the menu on their telephone; absent where there is none. */
  ussdCode?: string;
  /** Support closes, by the hours of `support`. */
  officeHours?: true;
  /** Nobody can pay without signing in at present. */
  quickPayOff?: true;
  /** Where staff have published other hours and times than the standard. */
  support?: SlaRules;
};

const PRERENDERED: SiteFacts = { demo: false, vatExtra: false };
let facts: SiteFacts | undefined;

/**
 * The JSON that the server put into the page under `id`; undefined when it is not there or not
 * JSON.
 */
export function readEmbedded(id: string): unknown {
  try {
    return JSON.parse(document.getElementById(id)?.textContent ?? '');
  } catch {
    return undefined;
  }
}

/** From our own server with our own page: their shape is not validated. */
function siteFacts(): SiteFacts {
  facts ??= (readEmbedded('site') as SiteFacts | undefined) ?? PRERENDERED;
  return facts;
}

/** The facts of this installation; those of the prerendered page until it is hydrated. */
export function useSiteFacts(): SiteFacts {
  return useHydrated() ? siteFacts() : PRERENDERED;
}
