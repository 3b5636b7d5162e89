import { ShiftList } from '../../../features/billing/counter/staff/components/shift-list.tsx';
import { ConsolePageLayout } from '../layout/console-page-layout.tsx';

/** /admin/till-shifts: the shifts of all tills. */
export function TillShiftsPage() {
  return (
    <ConsolePageLayout
      title="Shifts"
      lead="What each till took, and what was missing or too much when it was counted."
      back={{ to: '/admin/counter', label: 'Counter' }}
    >
      <ShiftList />
    </ConsolePageLayout>
  );
}
