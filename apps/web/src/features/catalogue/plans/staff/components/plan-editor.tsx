import { planForm, type StaffPlan } from '@portal/contract/catalogue/staff-plans';
import { useWatch } from 'react-hook-form';
import { useCallForm } from '../../../../../shared/api/use-call-form.ts';
import { formatExactNaira } from '../../../../../shared/format/naira.ts';
import { parseNaira } from '../../../../../shared/format/parse-naira.ts';
import { formatRegion } from '../../../../../shared/format/region.ts';
import { useSiteFacts } from '../../../../../shared/site/site-facts.ts';
import { Button } from '../../../../../shared/ui/button/button.tsx';
import { Alert } from '../../../../../shared/ui/feedback/alert.tsx';
import { toast } from '../../../../../shared/ui/feedback/toast.ts';
import { AmountField } from '../../../../../shared/ui/form/amount-field.tsx';
import { Field } from '../../../../../shared/ui/form/field.tsx';
import { SelectField } from '../../../../../shared/ui/form/select-field.tsx';
import { TextAreaField } from '../../../../../shared/ui/form/text-area-field.tsx';
import { useSavePlan } from '../api/change-plans.ts';
import { bodyOf, fieldsOf, NEW_PLAN, PLAN_FIELD_NAMES, type PlanFields } from '../plan-fields.ts';
import { customerCountLabel, PLAN_TYPES } from '../plan-labels.ts';

const REGIONS = planForm.shape.region.options.map((value) => ({ value, label: formatRegion(value) }));
const TYPES = planForm.shape.type.options.map((value) => ({ value, label: PLAN_TYPES[value] }));

const AT_LIMIT = [
  { value: 'nothing', label: 'Nothing: the line goes on' },
  { value: 'slower', label: 'Slower until the month ends' },
  { value: 'stop', label: 'Only the portal and its payment pages' },
];
const SESSION_RULES = [
  { value: 'newest', label: 'The newest stays, the oldest goes' },
  { value: 'oldest', label: 'Those that are online stay' },
];
const MAC_LOCKS = [
  { value: 'no', label: 'No: any router connects' },
  { value: 'yes', label: 'Yes: the first one that connects' },
];
const HOURS = [
  { value: '', label: 'None' },
  ...Array.from({ length: 24 }, (_, hour) => ({ value: String(hour), label: `${String(hour).padStart(2, '0')}:00` })),
];

export type PlanEditorProps = {
  /** Null for a new one. */
  plan: StaffPlan | null;
  onDone: () => void;
};

/** A plan to be offered or changed. */
export function PlanEditor({ plan, onDone }: PlanEditorProps) {
  const { vatExtra } = useSiteFacts();
  const saving = useSavePlan(plan?.id ?? null);
  const { form, field, amountField, submit, busy, failure } = useCallForm({
    schema: planForm,
    start: plan ? fieldsOf(plan) : NEW_PLAN,
    bodyOf,
    names: PLAN_FIELD_NAMES,
    call: saving.mutateAsync,
    onDone: ({ message }) => {
      toast({ title: plan ? 'Plan changed' : 'Plan offered', description: message });
      onDone();
    },
  });
  const price = useWatch({ control: form.control, compute: (values: PlanFields) => values.price });
  const atLimit = useWatch({ control: form.control, compute: (values: PlanFields) => values.atLimit });
  return (
    <form noValidate className="mt-6 grid max-w-[720px] gap-5" onSubmit={submit}>
      <Field label="Name" maxLength={150} placeholder="Home 20 Mbps" autoComplete="off" {...field('name')} />
      <div className="grid gap-5 sm:grid-cols-2">
        <SelectField label="Region" placeholder="Choose a region" options={REGIONS} {...field('region')} />
        <SelectField label="Type" options={TYPES} {...field('type')} />
        <Field label="Speed in Mbps" inputMode="numeric" autoComplete="off" {...field('downloadMbps')} />
        <Field
          label="Data a month in GB"
          inputMode="numeric"
          autoComplete="off"
          hint="Empty means unlimited."
          {...field('dataLimitGb')}
        />
        <AmountField
          label={`Price a month in naira, ${vatExtra ? 'without VAT' : 'VAT included'}`}
          {...amountField('price')}
        />
      </div>
      {plan && <PriceNote plan={plan} typed={price} />}
      <fieldset className="grid gap-5 sm:grid-cols-2">
        <legend className="h4 mb-3">When the data of a month are used up</legend>
        <div className="sm:col-span-2">
          <SelectField
            label="At the limit"
            options={AT_LIMIT}
            hint="Customers read it before they buy, and when it is near."
            {...field('atLimit')}
          />
        </div>
        {atLimit === 'slower' && (
          <>
            <Field
              label="Then download in Mbps"
              inputMode="numeric"
              autoComplete="off"
              {...field('limitDownloadMbps')}
            />
            <Field label="Then upload in Mbps" inputMode="numeric" autoComplete="off" {...field('limitUploadMbps')} />
          </>
        )}
      </fieldset>
      <fieldset className="grid gap-5 sm:grid-cols-2">
        <legend className="h4 mb-3">Hours whose data do not count</legend>
        <SelectField label="From" options={HOURS} {...field('freeFromHour')} />
        <SelectField
          label="Until"
          options={HOURS}
          hint="22:00 until 05:00 is over midnight."
          {...field('freeUntilHour')}
        />
      </fieldset>
      <fieldset className="grid gap-5 sm:grid-cols-2">
        <legend className="h4 mb-3">Which routers may use a line</legend>
        <Field
          label="Routers online at once"
          inputMode="numeric"
          autoComplete="off"
          hint="With the same login. More than one is for lines that feed several routers."
          {...field('sessionsAtOnce')}
        />
        <SelectField label="If more connect" options={SESSION_RULES} {...field('sessionRule')} />
        <SelectField
          label="Lock lines to their router"
          options={MAC_LOCKS}
          hint="By its MAC address. The customer lets another one in with one press."
          {...field('macLock')}
        />
      </fieldset>
      <TextAreaField
        label="Features"
        rows={5}
        hint="One a line, at most 12. Customers read them on the plan’s card."
        {...field('features')}
      />
      {failure && <Alert kind="bad">{failure}</Alert>}
      <div className="flex flex-wrap gap-3">
        <Button type="submit" busy={busy} busyLabel="Saving...">
          {plan ? 'Save' : 'Offer this plan'}
        </Button>
        <Button variant="secondary" onClick={onDone}>
          Cancel
        </Button>
      </div>
    </form>
  );
}

/** The effect of a new price on customers of the plan. */
function PriceNote({ plan, typed }: { plan: StaffPlan; typed: string }) {
  const price = parseNaira(typed);
  if (Number.isNaN(price) || price === plan.price) return null;
  return (
    <Alert kind="info">
      {formatExactNaira(price)} instead of {formatExactNaira(plan.price)} counts from each customer’s next period.
      Months that are paid, and payments under way, keep their price. It concerns {customerCountLabel(plan.subscribers)}
      .
    </Alert>
  );
}
