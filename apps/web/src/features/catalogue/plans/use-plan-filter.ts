import type { ServicePlan } from '@portal/contract/catalogue/plans';
import { useSearchParams } from 'react-router';
import { useSearch } from '../../../shared/hydration/use-search.ts';
import { type PlanFilter, readPlanFilter, regionsOf } from './plan-sections.ts';

/** The filter in the address, none in a prerendered page, and a function to change it. */
export function usePlanFilter(plans: readonly ServicePlan[] | undefined) {
  const [, setSearch] = useSearchParams();
  const search = useSearch();
  const filter = readPlanFilter(new URLSearchParams(search), regionsOf(plans));
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
