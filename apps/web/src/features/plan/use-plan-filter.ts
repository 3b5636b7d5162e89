import type { ServicePlan } from '@portal/contract/plan';
import { useSyncExternalStore } from 'react';
import { useSearchParams } from 'react-router';
import { type PlanFilter, readPlanFilter, regionsOf } from './plan-sections.ts';

const NO_FILTER: PlanFilter = { section: null, region: null };

/**
 * The filter that the address names, and the way to change it. A prerendered page knows no filter, so the first render in the
 * browser has none either; the address counts from the second.
 */
export function usePlanFilter(plans: readonly ServicePlan[] | undefined) {
  const [search, setSearch] = useSearchParams();
  const alive = useSyncExternalStore(neverChanges, isAlive, isPrerendered);
  const filter = alive ? readPlanFilter(search, regionsOf(plans)) : NO_FILTER;
  function setFilter({ section, region }: PlanFilter) {
    const next = new URLSearchParams(search);
    for (const [name, value] of [
      ['type', section],
      ['region', region],
    ] as const) {
      if (value === null) next.delete(name);
      else next.set(name, value);
    }
    setSearch(next, { replace: true, preventScrollReset: true });
  }
  return { filter, setFilter };
}

function neverChanges(): () => void {
  return () => undefined;
}

function isAlive(): boolean {
  return true;
}

function isPrerendered(): boolean {
  return false;
}
