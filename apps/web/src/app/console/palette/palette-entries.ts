import type { FoundGroup } from '@portal/contract/console/search';
import { detailOf, headingOf, pageOf, statusOf } from '../../../features/console/search/staff/found-labels.ts';
import type { useMay } from '../../../shared/staff/use-may.ts';
import { consolePages, mayOpen } from '../console-pages.ts';

export type PaletteEntry = {
  readonly key: string;
  readonly to: string;
  readonly title: string;
  readonly detail?: string;
  readonly status?: string | undefined;
};

export type PaletteSection = { readonly heading: string; readonly entries: readonly PaletteEntry[] };

/** Two pages of one part have its title. */
const NAMES: Readonly<Record<string, string>> = {
  '/admin/network/areas': 'Areas of the network',
  '/admin/network/servers': 'Access servers',
  '/admin/network/profiles': 'Vendor profiles',
  '/admin/network/lines': 'RADIUS actions',
};

const PAGES: readonly PaletteEntry[] = consolePages
  .filter(({ path }) => !path.includes(':'))
  .map(({ path, title }) => ({ key: path, to: path, title: NAMES[path] ?? title }));

/** The pages that they may open and of which a word begins with what was typed; all without it. */
export function findPages(typed: string, may: ReturnType<typeof useMay>): PaletteSection {
  const wanted = typed.trim().toLowerCase();
  const entries = PAGES.filter(({ to, title }) => mayOpen(may, to) && ` ${title.toLowerCase()}`.includes(` ${wanted}`));
  return { heading: 'Go to', entries };
}

/** What the server found, as the palette shows it; more customers than these have a page. */
export function presentFound(groups: readonly FoundGroup[], typed: string): PaletteSection[] {
  return groups.map((group) => {
    const entries: PaletteEntry[] = group.results.map((found) => ({
      key: `${group.kind} ${found.id} ${found.title}`,
      to: pageOf(group.kind, found),
      title: found.title,
      detail: detailOf(group.kind, found),
      status: statusOf(group.kind, found),
    }));
    const all = {
      key: 'all',
      to: `/admin/customers?${new URLSearchParams({ search: typed })}`,
      title: 'Show more customers',
    };
    return { heading: headingOf(group), entries: group.next === null ? entries : [...entries, all] };
  });
}
