import { listNetworkActions, type NetworkAction } from '@portal/contract/network/access';
import { useNavigate, useSearchParams } from 'react-router';
import type { ActionChoice } from '../../features/network/access/staff/api/network-lists.ts';
import { ActionList } from '../../features/network/access/staff/components/action-list.tsx';
import { DifferenceList } from '../../features/network/access/staff/components/difference-list.tsx';
import { UnusableList } from '../../features/network/access/staff/components/unusable-list.tsx';
import { actionStates } from '../../features/network/access/staff/network-words.ts';
import { SelectField } from '../../shared/ui/select-field.tsx';
import { CustomerChoice } from './customer-choice.tsx';
import { NetworkViews } from './network-views.tsx';
import { PageFrame } from './page-frame.tsx';

const PATH = '/admin/network/lines';
const STATES: readonly NetworkAction['state'][] = ['waiting', 'done', 'failed', 'superseded'];
const STATE_OPTIONS = STATES.map((value) => ({ value, label: actionStates[value].label }));

/** /admin/network/lines: what access servers were told, where they and our books differ, and what they said that could not be counted. */
export function NetworkLinesPage() {
  const [params] = useSearchParams();
  const view = params.get('view');
  if (view === 'differences') {
    return (
      <PageFrame title="Network" lead="Every night at three, what the network does is compared with what is paid.">
        <NetworkViews current="differences" />
        <div className="mt-8">
          <DifferenceList />
        </div>
      </PageFrame>
    );
  }
  if (view === 'packets') {
    return (
      <PageFrame
        title="Network"
        lead="Accounting packets of which nothing could be counted. They are answered, so that those behind them come through."
      >
        <NetworkViews current="packets" />
        <div className="mt-8">
          <UnusableList />
        </div>
      </PageFrame>
    );
  }
  return (
    <PageFrame
      title="Network"
      lead="What access servers are told when a line changes. Silence is tried again for a day, from ten seconds to an hour apart."
    >
      <NetworkViews current="actions" />
      <Actions choice={choiceOf(params)} />
    </PageFrame>
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
        <CustomerChoice
          chosen={choice.customer === null ? '' : String(choice.customer)}
          onChoose={(id) => choose({ customer: Number(id) || null })}
        />
      </search>
      <ActionList choice={choice} />
    </>
  );
}

/** The choice that an address names; what it names wrongly is no limit. */
function choiceOf(params: URLSearchParams): ActionChoice {
  const query = { state: params.get('state') ?? undefined, customer: params.get('customer') ?? undefined };
  const { state, customer } = listNetworkActions.query.shape;
  return {
    state: state.safeParse(query.state).data ?? null,
    customer: customer.safeParse(query.customer).data ?? null,
  };
}

function addressOf({ state, customer }: ActionChoice): string {
  const params = new URLSearchParams({ ...(state && { state }), ...(customer && { customer: String(customer) }) });
  return params.size > 0 ? `${PATH}?${params}` : PATH;
}
