import type { SettingSubject } from '@portal/contract/platform/settings';
import { useParams } from 'react-router';
import { useSetting } from '../../../features/console/settings/staff/api/settings.ts';
import { SettingEditor } from '../../../features/console/settings/staff/components/setting-editor.tsx';
import { Skeleton } from '../../../shared/ui/async/skeleton.tsx';
import { ConsolePageLayout } from '../layout/console-page-layout.tsx';
import { FoundOrMissing } from '../layout/found-or-missing.tsx';
import { loadInstalledText } from './installed-texts.ts';

const SETTINGS = { to: '/admin/settings', label: 'Settings' };

/** /admin/settings/:subject: one group of settings. An unknown one is answered by the server's 404. */
export function SettingPage() {
  const { subject = '' } = useParams();
  const setting = useSetting(subject as SettingSubject);
  return (
    <ConsolePageLayout back={SETTINGS}>
      <FoundOrMissing
        query={setting}
        failure="We could not load the settings"
        missing="There are no such settings"
        back={SETTINGS}
        skeleton={<Skeleton className="h-[32rem] w-full" />}
      >
        {(loaded) => <SettingEditor key={loaded.subject} setting={loaded} loadInstalledText={loadInstalledText} />}
      </FoundOrMissing>
    </ConsolePageLayout>
  );
}
