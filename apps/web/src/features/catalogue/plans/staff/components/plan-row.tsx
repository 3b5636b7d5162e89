import type { StaffPlan } from '@portal/contract/catalogue/staff-plans';
import { editPlan } from '@portal/contract/catalogue/staff-plans';
import { describeAllowance } from '@portal/kernel/data-size';
import { Archive, ArrowDown, ArrowUp } from 'lucide-react';
import type { ReactNode } from 'react';
import { formatExactNaira } from '../../../../../shared/format/naira.ts';
import { formatRegion } from '../../../../../shared/format/region.ts';
import { Allowed } from '../../../../../shared/staff/allowed.tsx';
import { Button } from '../../../../../shared/ui/button/button.tsx';
import { ButtonLink } from '../../../../../shared/ui/button/button-link.tsx';
import { Badge } from '../../../../../shared/ui/feedback/badge.tsx';
import { classNames } from '../../../../../shared/ui/layout/class-names.ts';
import { customerCountLabel, PLAN_TYPES } from '../plan-labels.ts';

export type PlanRowProps = {
  plan: StaffPlan;
  /** Counting from 1. */
  place: number;
  places: number;
  editTo: string;
  onMove: (step: 1 | -1) => void;
  onChange: () => void;
};

/** What the plan does once the data are used up; null where it does nothing. */
function describeLimit({ atLimit }: StaffPlan): string | null {
  if (atLimit?.do === 'stop') return 'then only the portal';
  return atLimit?.do === 'slower' ? `then ${atLimit.downloadMbps} Mbps down, ${atLimit.uploadMbps} up` : null;
}

/** One plan of the table; below 1024 px a block. */
export function PlanRow({ plan, place, places, editTo, onMove, onChange }: PlanRowProps) {
  const { name, active } = plan;
  const data = describeAllowance(plan.dataLimitGb);
  const afterwards = describeLimit(plan);
  return (
    <tr className="border-line border-t max-lg:grid max-lg:grid-cols-[1fr_auto] max-lg:gap-x-4 max-lg:gap-y-1 max-lg:py-4">
      <td className="py-2 pr-3 align-middle max-lg:order-2 max-lg:p-0">
        <Allowed to={editPlan}>
          <div className="flex items-center">
            <MoveButton plan={plan} step={-1} disabled={place === 1} onMove={onMove} />
            <MoveButton plan={plan} step={1} disabled={place === places} onMove={onMove} />
          </div>
        </Allowed>
      </td>
      <th scope="row" className="py-2 pr-4 text-left font-semibold max-lg:order-1 max-lg:p-0">
        <span className="break-words">{name}</span>
        {!active && (
          <span className="ml-2 inline-block align-middle">
            <Badge kind="mute" icon={Archive}>
              Retired
            </Badge>
          </span>
        )}
        <span className="soft small block font-normal">
          {formatRegion(plan.region)}, {PLAN_TYPES[plan.type].toLowerCase()}
          <span className="lg:hidden">
            , {plan.speed}, {data}
            {afterwards && `, ${afterwards}`}
          </span>
        </span>
      </th>
      <Cell className="max-lg:hidden">{plan.speed}</Cell>
      <Cell className="max-lg:hidden">
        {data}
        {afterwards && <span className="small block">{afterwards}</span>}
      </Cell>
      <Cell className="max-lg:order-3 lg:text-right">
        <span className="max-lg:font-semibold max-lg:text-ink">{formatExactNaira(plan.price)}</span>
        <span className="lg:hidden"> a month</span>
      </Cell>
      <Cell className="text-right max-lg:order-4">
        <span className="max-lg:hidden">{plan.subscribers.toLocaleString('en-NG')}</span>
        <span className="lg:hidden">{customerCountLabel(plan.subscribers)}</span>
      </Cell>
      <td className="py-2 text-right align-middle max-lg:order-last max-lg:col-span-2 max-lg:p-0 max-lg:pt-2 max-lg:text-left">
        <Allowed to={editPlan}>
          <div className="flex flex-wrap gap-2 lg:flex-nowrap lg:justify-end">
            <ButtonLink variant="secondary" to={editTo} aria-label={`Edit ${name}`}>
              Edit
            </ButtonLink>
            <Button variant="quiet" aria-label={`${active ? 'Retire' : 'Offer again'}: ${name}`} onClick={onChange}>
              {active ? 'Retire' : 'Offer again'}
            </Button>
          </div>
        </Allowed>
      </td>
    </tr>
  );
}

function Cell({ className, children }: { className: string; children: ReactNode }) {
  return (
    <td className={classNames('soft whitespace-nowrap py-2 align-middle max-lg:p-0 lg:pr-4', className)}>{children}</td>
  );
}

type MoveButtonProps = Pick<PlanRowProps, 'plan' | 'onMove'> & { step: 1 | -1; disabled: boolean };

function MoveButton({ plan: { id, name }, step, disabled, onMove }: MoveButtonProps) {
  return (
    <button
      type="button"
      className="icon-btn aria-disabled:opacity-40"
      data-move={`${id} ${step}`}
      aria-label={`Move ${name} ${step === 1 ? 'down' : 'up'}`}
      // A disabled button would lose the focus at the end of the list.
      aria-disabled={disabled}
      onClick={() => !disabled && onMove(step)}
    >
      {step === 1 ? <ArrowDown /> : <ArrowUp />}
    </button>
  );
}
