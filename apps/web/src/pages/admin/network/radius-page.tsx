import { listRadiusActions, type RadiusAction } from '@portal/contract/network/access';
import { useNavigate, useSearchParams } from 'react-router';
import { actionStates } from '../../../features/network/access/staff/access-labels.ts';
import type { ActionChoice } from '../../../features/network/access/staff/api/network-lists.ts';
import { AccessMismatchList } from '../../../features/network/access/staff/components/access-mismatch-list.tsx';
import { RadiusActionList } from '../../../features/network/access/staff/components/radius-action-list.tsx';
import { RejectedPacketList } from '../../../features/network/access/staff/components/rejected-packet-list.tsx';
import { SelectField } from '../../../shared/ui/form/select-field.tsx';
import { CustomerPicker } from '../console/customer-picker.tsx';
import { ConsolePageLayout } from '../layout/console-page-layout.tsx';
import { NetworkViews } from './network-views.tsx';

const PATH = '/admin/network/lines';
const STATES: readonly RadiusAction['state'][] = ['waiting', 'done', 'failed', 'superseded'];
const STATE_OPTIONS = STATES.map((value) => ({ value, label: actionStates[value].label }));

/**
 * /admin/network/lines: RADIUS actions, mismatches with our subscription records, and rejected
 * packets.
 */
export function RadiusPage() {
  const [params] = useSearchParams();
  const view = params.get('view');
  if (view === 'mismatches') {
    return (
      <ConsolePageLayout
        title="Network"
        lead="Every night at three, what the network does is compared with what is paid."
      >
        <NetworkViews current="mismatches" />
        <div className="mt-8">
          <AccessMismatchList />
        </div>
      </ConsolePageLayout>
    );
  }
  if (view === 'packets') {
    return (
      <ConsolePageLayout
        title="Network"
        lead="Accounting packets of which nothing could be counted. They are answered, so that those behind them come through."
      >
        <NetworkViews current="packets" />
        <div className="mt-8">
          <RejectedPacketList />
        </div>
      </ConsolePageLayout>
    );
  }
  return (
    <ConsolePageLayout
      title="Network"
      lead="Requests to access servers when a line changes. Without an answer they are retried for a day, from ten seconds to an hour apart."
    >
      <NetworkViews current="actions" />
      <Actions choice={choiceOf(params)} />
    </ConsolePageLayout>
  );
}

function Actions({ choice }: { choice: ActionChoice }) {
  const navigate = useNavigate();
  const choose = (change: Partial<ActionChoice>) =>
    void navigate(addressOf({ ...choice, ...change }), { replace: true });
  return (
    <>
      <search className="mt-5 mb-6 grid max-w-xl grid-cols-1 gap-3 *:min-w-0 sm:grid-cols-2">
        <SelectField
          label="State"
          placeholder="Any"
          options={STATE_OPTIONS}
          value={choice.state ?? ''}
          onChange={({ target }) => choose({ state: STATES.find((state) => state === target.value) ?? null })}
        />
        <CustomerPicker
          chosen={choice.customer === null ? '' : String(choice.customer)}
          onChoose={(id) => choose({ customer: Number(id) || null })}
        />
      </search>
      <RadiusActionList choice={choice} />
    </>
  );
}

/** The filter in an address; invalid values are ignored. */
function choiceOf(params: URLSearchParams): ActionChoice {
  const query = { state: params.get('state') ?? undefined, customer: params.get('customer') ?? undefined };
  const { state, customer } = listRadiusActions.query.shape;
  return {
    state: state.safeParse(query.state).data ?? null,
    customer: customer.safeParse(query.customer).data ?? null,
  };
}

function addressOf({ state, customer }: ActionChoice): string {
  const params = new URLSearchParams({ ...(state && { state }), ...(customer && { customer: String(customer) }) });
  return `${params}` === '' ? PATH : `${PATH}?${params}`;
}
