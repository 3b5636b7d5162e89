import type { CollectionCounts } from '@portal/contract/console/collections';
import { Badge } from '../../../../../shared/ui/feedback/badge.tsx';
import { PageLink } from '../../../../../shared/ui/navigation/page-link.tsx';
import { addressOf, type CollectionChoice } from '../collection-choice.ts';
import { ageNames, viewNames } from '../collection-labels.ts';

type Entry = { readonly label: string; readonly to: string; readonly count: number; readonly current: boolean };

/** Which of the accounts are listed, by age and by what is done about them, each with its count. */
export function CollectionFilters({ choice, counts }: { choice: CollectionChoice; counts: CollectionCounts }) {
  const { age: chosenAge, show } = choice;
  const ages: Entry[] = [
    {
      label: 'All',
      to: addressOf({ account: choice.account }),
      count: counts.accounts,
      current: chosenAge === null && show === null,
    },
    ...counts.ages.map(({ age, count }) => ({
      label: ageNames[age],
      to: addressOf({ ...choice, age: age === chosenAge ? null : age }),
      count,
      current: age === chosenAge,
    })),
  ];
  const views: Entry[] = counts.views.map(({ view, count }) => ({
    label: viewNames[view],
    to: addressOf({ ...choice, show: view === show ? null : view }),
    count,
    current: view === show,
  }));
  return (
    <nav aria-label="Which accounts" className="collection-filters">
      <Group title="By age" entries={ages} />
      <Group title="Show" entries={views} />
    </nav>
  );
}

function Group({ title, entries }: { title: string; entries: readonly Entry[] }) {
  return (
    <div>
      <h2>{title}</h2>
      <ul>
        {entries.map(({ label, to, count, current }) => (
          <li key={label}>
            <PageLink to={to} aria-current={current || undefined}>
              {label}
              <Badge kind="mute">{count}</Badge>
            </PageLink>
          </li>
        ))}
      </ul>
    </div>
  );
}
