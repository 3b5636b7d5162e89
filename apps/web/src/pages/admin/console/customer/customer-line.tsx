import { changeForCustomer } from '@portal/contract/billing/staff-subscriptions';
import type { CustomerPage as Customer } from '@portal/contract/console/customers';
import { getNetworkLine } from '@portal/contract/network/access';
import { listLineSessions } from '@portal/contract/network/staff-sessions';
import type { ReactNode } from 'react';
import { useSearchParams } from 'react-router';
import { ChangeForCustomer } from '../../../../features/billing/subscriptions/staff/components/change-for-customer.tsx';
import { ServiceFacts } from '../../../../features/console/customers/staff/components/service-facts.tsx';
import { LineCard } from '../../../../features/network/access/staff/components/line-card.tsx';
import { AreaEditor } from '../../../../features/network/areas/staff/components/area-editor.tsx';
import { EquipmentEditor } from '../../../../features/network/equipment/staff/components/equipment-editor.tsx';
import { RouterRules } from '../../../../features/network/line-login/staff/components/router-rules.tsx';
import { LineSessions } from '../../../../features/network/sessions/staff/components/line-sessions.tsx';
import { Allowed } from '../../../../shared/staff/allowed.tsx';
import { SelectField } from '../../../../shared/ui/form/select-field.tsx';
import { DataThisMonth } from '../../support/inbox/data-this-month.tsx';
import { CustomerSection } from './customer-section.tsx';

/** One line of the customer: its plan and bill, its place in the network, and its data. */
export function CustomerLine({ customer }: { customer: Customer }) {
  return (
    <CustomerSection title="Line">
      <LinePicker customer={customer} />
      <div className="grid gap-x-10 gap-y-6 sm:grid-cols-2">
        <LinePart title="Plan and bill">
          <ServiceFacts customer={customer} />
          <Allowed to={changeForCustomer}>
            <ChangeForCustomer customerId={customer.id} lineId={customer.lineId} subscription={customer.subscription} />
          </Allowed>
        </LinePart>
        <LinePart title="Network">
          <Allowed to={getNetworkLine}>
            <LineCard customerId={customer.id} lineId={customer.lineId} />
            <RouterRules customer={customer} />
          </Allowed>
          <AreaEditor customer={customer} />
          <EquipmentEditor customer={customer} />
        </LinePart>
        <LinePart title="Data this month">
          <DataThisMonth usage={customer.usage} />
        </LinePart>
        <Allowed to={listLineSessions}>
          <LinePart title="Sessions">
            <LineSessions customer={customer} />
          </LinePart>
        </Allowed>
      </div>
    </CustomerSection>
  );
}

function LinePart({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <h3 className="h4 mb-2">{title}</h3>
      {children}
    </div>
  );
}

/** Which of the customer's lines the page is about; nothing where they have one. */
function LinePicker({ customer: { lines, lineId } }: { customer: Customer }) {
  const [, setSearch] = useSearchParams();
  if (lines.length < 2) return null;
  return (
    <div className="mb-4">
      <SelectField
        label="Shown on this page"
        options={lines.map(({ id, label, planName }) => ({
          value: String(id),
          label: [label, planName].filter(Boolean).join(', '),
        }))}
        value={lineId}
        onChange={(event) => setSearch({ line: event.target.value }, { replace: true })}
      />
    </div>
  );
}
