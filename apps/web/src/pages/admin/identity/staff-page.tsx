import { StaffPeopleList } from '../../../features/identity/staff/staff/components/staff-people-list.tsx';
import { ConsolePageLayout } from '../layout/console-page-layout.tsx';
import { StaffViews } from './staff-views.tsx';

/** /admin/staff: who works at the console, with which roles, and when they were last in it. */
export function StaffPage() {
  return (
    <ConsolePageLayout title="Staff" lead="Who works at the console. Take away what somebody no longer needs.">
      <StaffViews current="people" />
      <StaffPeopleList />
    </ConsolePageLayout>
  );
}
