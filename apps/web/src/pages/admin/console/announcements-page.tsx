import { sendAnnouncement } from '@portal/contract/console/announcements';
import { useNavigate, useSearchParams } from 'react-router';
import { useStaffPlans } from '../../../features/catalogue/plans/staff/api/list-staff-plans.ts';
import { AnnouncementEditor } from '../../../features/console/announcements/staff/components/announcement-editor.tsx';
import { AnnouncementList } from '../../../features/console/announcements/staff/components/announcement-list.tsx';
import { NoticeEntry } from '../../../features/messaging/notices/components/notice-entry.tsx';
import { Allowed } from '../../../shared/staff/allowed.tsx';
import { AsyncBoundary } from '../../../shared/ui/async/async-boundary.tsx';
import { Skeleton } from '../../../shared/ui/async/skeleton.tsx';
import { ButtonLink } from '../../../shared/ui/button/button-link.tsx';
import { ConsolePageLayout } from '../layout/console-page-layout.tsx';

const LIST = '/admin/announcements';
const NEW = 'new';

/** Announcements to many customers: the list, or the editor; each has an address. */
export function AnnouncementsPage() {
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const plans = useStaffPlans({ enabled: params.has(NEW) });
  if (params.has(NEW)) {
    return (
      <ConsolePageLayout
        title="New announcement"
        lead="At the bell and, as each customer has chosen, by push and mail. Promotions rest in the quiet hours."
        back={{ to: LIST, label: 'Announcements' }}
      >
        <AsyncBoundary
          query={plans}
          failure="We could not load the plans"
          skeleton={<Skeleton className="mt-6 h-96 w-full" />}
        >
          {(loaded) => (
            <AnnouncementEditor
              plans={loaded}
              preview={(notice) => <NoticeEntry notice={notice} />}
              onDone={() => void navigate(LIST)}
            />
          )}
        </AsyncBoundary>
      </ConsolePageLayout>
    );
  }
  return (
    <ConsolePageLayout
      title="Announcements"
      lead="Messages to many customers at once. Customers choose whether they want promotions."
    >
      <div className="my-5">
        <Allowed to={sendAnnouncement}>
          <ButtonLink to={`${LIST}?${NEW}=announcement`}>New announcement</ButtonLink>
        </Allowed>
      </div>
      <AnnouncementList />
    </ConsolePageLayout>
  );
}
