import { listStaffPlans, type StaffPlan } from '@portal/contract/catalogue/staff-plans';
import { listServiceAreas } from '@portal/contract/network/staff-incidents';
import { startSessionWave } from '@portal/contract/network/staff-sessions';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { useStaffPlans } from '../../../features/catalogue/plans/staff/api/list-staff-plans.ts';
import { useServiceAreas } from '../../../features/network/areas/staff/api/areas.ts';
import { SessionFilters } from '../../../features/network/sessions/staff/components/session-filters.tsx';
import { SessionList } from '../../../features/network/sessions/staff/components/session-list.tsx';
import { WaveDialog } from '../../../features/network/sessions/staff/components/wave-dialog.tsx';
import { WaveList } from '../../../features/network/sessions/staff/components/wave-list.tsx';
import { choiceOf } from '../../../features/network/sessions/staff/session-choice.ts';
import { Allowed } from '../../../shared/staff/allowed.tsx';
import { useMay } from '../../../shared/staff/use-may.ts';
import { Button } from '../../../shared/ui/button/button.tsx';
import type { SelectOption } from '../../../shared/ui/form/select-field.tsx';
import { ConsolePageLayout } from '../layout/console-page-layout.tsx';
import { NetworkViews } from './network-views.tsx';

function planOption({ id, name, region }: StaffPlan): SelectOption {
  return { value: id, label: region ? `${name}, ${region}` : name };
}

/** /admin/network/sessions: who is online, and whose session has ended. */
export function SessionsPage() {
  const choice = choiceOf(useSearchParams()[0]);
  const may = useMay();
  const areas = useServiceAreas({ enabled: may(listServiceAreas) });
  const plans = useStaffPlans({ enabled: may(listStaffPlans) });
  const [ending, setEnding] = useState(false);
  return (
    <ConsolePageLayout
      title="Network"
      lead="Who is online at which access server, by the packets that they send every five minutes."
    >
      <NetworkViews current="sessions" />
      <SessionFilters
        choice={choice}
        areas={areas.isError || !may(listServiceAreas) ? null : (areas.data ?? [])}
        plans={plans.isError || !may(listStaffPlans) ? null : (plans.data ?? []).map(planOption)}
        action={
          <Allowed to={startSessionWave}>
            <Button variant="secondary" onClick={() => setEnding(true)}>
              End all sessions of an access server
            </Button>
          </Allowed>
        }
      />
      {ending && <WaveDialog nas={choice.nas} onClose={() => setEnding(false)} />}
      <WaveList />
      <SessionList choice={choice} />
    </ConsolePageLayout>
  );
}
