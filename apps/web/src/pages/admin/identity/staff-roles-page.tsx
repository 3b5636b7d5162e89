import { RoleMatrix } from '../../../features/identity/staff/staff/components/role-matrix.tsx';
import { ConsolePageLayout } from '../layout/console-page-layout.tsx';
import { StaffViews } from './staff-views.tsx';

/** /admin/staff/roles: what each role allows. */
export function StaffRolesPage() {
  return (
    <ConsolePageLayout
      title="Roles"
      lead="What each role allows. Somebody with several roles may do what any of them allows. Owners may always do everything."
    >
      <StaffViews current="roles" />
      <div className="mt-6">
        <RoleMatrix />
      </div>
    </ConsolePageLayout>
  );
}
