import { useNavigate } from 'react-router';
import { useSearch } from '../../shared/hydration/use-search.ts';
import { phrase } from '../../shared/i18n/translate.ts';
import { navigationStarted } from '../../shared/ui/navigation/navigation-pending.ts';

/** Specification section 2, Dashboard. */
export const dashboardTabs = [
  { id: 'overview', label: phrase('Overview') },
  { id: 'analytics', label: phrase('Analytics') },
  { id: 'subscription', label: phrase('Subscription') },
  { id: 'referrals', label: phrase('Referrals') },
  { id: 'speedtest', label: phrase('Speedtest') },
] as const;

export type DashboardTab = (typeof dashboardTabs)[number]['id'];

/** The tab that an address names with `tab`; the overview where it names none that there is. */
export function tabOf(search: string): DashboardTab {
  const named = new URLSearchParams(search).get('tab');
  return dashboardTabs.find(({ id }) => id === named)?.id ?? 'overview';
}

/** The query that leads to a tab, from / as from /dashboard; the overview needs none. */
export function searchFor(tab: string): string {
  return tab === 'overview' ? '' : `?tab=${tab}`;
}

/**
 * The tab that is open, and how to open another. Each has an address, so that the back button leads
 * through them.
 */
export function useDashboardTab(): [DashboardTab, (tab: string) => void] {
  const navigate = useNavigate();
  function openTab(tab: string) {
    const search = searchFor(tab);
    // A click navigates twice, by pressing and by focusing, and the router shows the first only
    // once the tab's code is there.
    if (window.location.search === search) return;
    navigationStarted();
    void navigate({ search });
  }
  return [tabOf(useSearch()), openTab];
}
