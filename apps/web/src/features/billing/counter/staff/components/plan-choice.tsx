import { formatNaira } from '../../../../../shared/format/naira.ts';
import { SelectField } from '../../../../../shared/ui/form/select-field.tsx';
import { Panel } from '../../../../../shared/ui/layout/panel.tsx';
import { useServicePlans } from '../../../../catalogue/plans/api/list-service-plans.ts';

/** A customer who has no plan yet chooses one with staff. */
export function PlanChoice({ planId, onChoose }: { planId: string; onChoose: (id: string) => void }) {
  const { data: plans = [] } = useServicePlans();
  return (
    <Panel className="p-5 md:p-6">
      <SelectField
        label="Plan"
        hint="This customer has no plan yet. With one, the payment is for its first month; without, it pays charges, and the rest is kept as credit."
        placeholder="None for now"
        options={plans.map(({ id, name, price }) => ({ value: id, label: `${name}, ${formatNaira(price)} a month` }))}
        value={planId}
        onChange={({ target }) => onChoose(target.value)}
      />
    </Panel>
  );
}
