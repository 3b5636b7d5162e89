import type { SettingSummary } from '@portal/contract/console/settings';
import { formatMoment } from '../../../../../shared/format/date.ts';
import { AsyncBoundary } from '../../../../../shared/ui/async/async-boundary.tsx';
import { Skeleton } from '../../../../../shared/ui/async/skeleton.tsx';
import { Badge } from '../../../../../shared/ui/feedback/badge.tsx';
import { PageLink } from '../../../../../shared/ui/navigation/page-link.tsx';
import { useSettings } from '../api/settings.ts';
import { settingGroups } from '../setting-fields.ts';

/** The groups of settings, with who last published each. */
export function SettingList() {
  const settings = useSettings();
  return (
    <div className="mt-6 max-w-4xl">
      <AsyncBoundary
        query={settings}
        failure="We could not load the settings"
        skeleton={<Skeleton className="h-80 w-full" />}
      >
        {(loaded) => (
          <ul className="border-ink border-t">
            {loaded.map((setting) => (
              <Row key={setting.subject} setting={setting} />
            ))}
          </ul>
        )}
      </AsyncBoundary>
    </div>
  );
}

function Row({ setting: { subject, number, published, hasDraft } }: { setting: SettingSummary }) {
  const { name, lead } = settingGroups[subject];
  return (
    <li className="border-line border-b py-4">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <PageLink to={`/admin/settings/${subject}`} className="link inline-flex min-h-11 items-center font-semibold">
          {name}
        </PageLink>
        {hasDraft && <Badge kind="warn">Draft</Badge>}
      </div>
      <p className="soft max-w-[44em]">{lead}</p>
      <p className="muted small mt-1">
        {published
          ? `Version ${number}, published by ${published.by.name} on ${formatMoment(published.at)}`
          : 'As installed: nothing is published yet'}
      </p>
    </li>
  );
}
