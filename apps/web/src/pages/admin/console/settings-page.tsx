import { SettingList } from '../../../features/console/settings/staff/components/setting-list.tsx';
import { ConsolePageLayout } from '../layout/console-page-layout.tsx';

/** /admin/settings: what staff change without a developer. */
export function SettingsPage() {
  return (
    <ConsolePageLayout
      title="Settings"
      lead="What you change applies within 5 seconds of publishing it. Every version is kept, with who published it and why."
    >
      <SettingList />
    </ConsolePageLayout>
  );
}
