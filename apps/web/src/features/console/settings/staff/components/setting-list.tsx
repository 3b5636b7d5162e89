import { listStaffPlans } from '@portal/contract/catalogue/staff-plans';
import type { SettingSummary } from '@portal/contract/console/settings';
import { listAreaCapacity } from '@portal/contract/network/staff-incidents';
import { noticeOf } from '@portal/contract/platform/settings';
import { noticeTemplates } from '@portal/kernel/messaging/notices/notice';
import { formatMoment } from '../../../../../shared/format/date.ts';
import { useMay } from '../../../../../shared/staff/use-may.ts';
import { AsyncBoundary } from '../../../../../shared/ui/async/async-boundary.tsx';
import { Skeleton } from '../../../../../shared/ui/async/skeleton.tsx';
import { Badge } from '../../../../../shared/ui/feedback/badge.tsx';
import { PageLink } from '../../../../../shared/ui/navigation/page-link.tsx';
import { useSettings } from '../api/settings.ts';
import { groupOf } from '../setting-fields.ts';

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
          <>
            <Rows settings={loaded.filter(({ subject }) => noticeOf(subject) === null)} />
            <Elsewhere />
            <h2 className="h3 mt-8 mb-3">Notices to customers</h2>
            <Rows settings={loaded.filter(({ subject }) => noticeOf(subject) !== null)} />
          </>
        )}
      </AsyncBoundary>
    </div>
  );
}

/** What has pages of its own, because it is a list and not a form. */
const ELSEWHERE = [
  {
    to: '/admin/network/areas',
    entry: listAreaCapacity,
    name: 'Areas',
    lead: 'Where you have a network, and what it has there: uplink and line ports. Areas are added there, too.',
  },
  {
    to: '/admin/plans',
    entry: listStaffPlans,
    name: 'Plans and prices',
    lead: 'What is sold in each region, with prices, extra data and one-off charges.',
  },
] as const;

function Elsewhere() {
  const may = useMay();
  const shown = ELSEWHERE.filter(({ entry }) => may(entry));
  if (shown.length === 0) return null;
  return (
    <>
      <h2 className="h3 mt-8 mb-3">On pages of their own</h2>
      <ul className="border-ink border-t">
        {shown.map(({ to, name, lead }) => (
          <li key={to} className="border-line border-b py-4">
            <PageLink to={to} className="link inline-flex min-h-11 items-center font-semibold">
              {name}
            </PageLink>
            <p className="soft max-w-[44em]">{lead}</p>
          </li>
        ))}
      </ul>
    </>
  );
}

function Rows({ settings }: { settings: readonly SettingSummary[] }) {
  return (
    <ul className="border-ink border-t">
      {settings.map((setting) => (
        <Row key={setting.subject} setting={setting} />
      ))}
    </ul>
  );
}

function Row({ setting: { subject, number, published, hasDraft } }: { setting: SettingSummary }) {
  const { name, lead } = groupOf(subject);
  const notice = noticeOf(subject);
  return (
    <li className="border-line border-b py-4">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <PageLink to={`/admin/settings/${subject}`} className="link inline-flex min-h-11 items-center font-semibold">
          {name}
        </PageLink>
        {hasDraft && <Badge kind="warn">Draft</Badge>}
      </div>
      <p className="soft max-w-[44em]">{notice === null ? lead : noticeTemplates[notice].text}</p>
      <p className="muted small mt-1">
        {published
          ? `Version ${number}, published by ${published.by.name} on ${formatMoment(published.at)}`
          : 'As installed: nothing is published yet'}
      </p>
    </li>
  );
}
