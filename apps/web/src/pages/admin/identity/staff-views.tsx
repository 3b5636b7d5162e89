import { LinkTabs } from '../../../shared/ui/navigation/link-tabs.tsx';

const VIEWS = [
  { id: 'people', to: '/admin/staff', label: 'People' },
  { id: 'roles', to: '/admin/staff/roles', label: 'Roles' },
] as const;

/** The parts of the console that are about staff. */
export function StaffViews({ current }: { current: (typeof VIEWS)[number]['id'] }) {
  return (
    <div className="mt-4">
      <LinkTabs label="Parts of staff" views={VIEWS} current={current} />
    </div>
  );
}
