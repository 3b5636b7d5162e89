import { type LineView, lineForm } from '@portal/contract/billing/lines';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import type { z } from 'zod/mini';
import { messageOf } from '../../../../shared/api/api-error.ts';
import { formResolver } from '../../../../shared/api/form-resolver.ts';
import { showServerErrors } from '../../../../shared/api/show-server-errors.ts';
import { useMutateOnce } from '../../../../shared/api/use-mutate-once.ts';
import { formatNaira } from '../../../../shared/format/naira.ts';
import { useText } from '../../../../shared/i18n/use-text.ts';
import { Button } from '../../../../shared/ui/button/button.tsx';
import { Alert } from '../../../../shared/ui/feedback/alert.tsx';
import { Field } from '../../../../shared/ui/form/field.tsx';
import { SelectField } from '../../../../shared/ui/form/select-field.tsx';
import { useSaveLine } from '../api/lines.ts';

type Values = z.infer<typeof lineForm>;

type LineFormProps = {
  /** The line that is named; null adds one. */
  line: LineView | null;
  plans: readonly { readonly id: string; readonly name: string; readonly price: number }[];
  onSaved: (line: LineView) => void;
};

/** What a line is called and where it is; of a new one also its plan. */
export function LineForm({ line, plans, onSaved }: LineFormProps) {
  const t = useText();
  const { add, rename } = useSaveLine();
  const [shownAtField, setShownAtField] = useState(false);
  const save = useMutation({
    mutationFn: ({ planId, ...named }: Values) => (line ? rename(line.id, named) : add({ ...named, planId })),
  });
  const saveOnce = useMutateOnce(save);
  const form = useForm<Values, unknown, Values>({
    resolver: formResolver(lineForm),
    mode: 'onTouched',
    defaultValues: {
      label: line?.label ?? '',
      place: line?.place ?? '',
      planId: line ? 'unchanged' : (plans[0]?.id ?? ''),
    },
  });
  const submit = form.handleSubmit((values) =>
    saveOnce(values, {
      onSuccess: onSaved,
      onError: (failure) => setShownAtField(showServerErrors(form, failure, ['label', 'place', 'planId'])),
    }),
  );
  const { errors } = form.formState;
  return (
    <form className="mt-4 grid gap-5" method="post" noValidate onSubmit={(event) => void submit(event)}>
      <Field
        label={t('Name of the line')}
        hint={t('For example Shop, or Flat 2.')}
        autoComplete="off"
        error={errors.label?.message}
        {...form.register('label')}
      />
      <Field
        label={t('Where it is (optional)')}
        hint={t('So that a technician finds it: a street, a gate, a landmark.')}
        autoComplete="off"
        error={errors.place?.message}
        {...form.register('place')}
      />
      {!line && (
        <SelectField
          label={t('Plan')}
          options={plans.map(({ id, name, price }) => ({ value: id, label: `${name}, ${formatNaira(price)}` }))}
          error={errors.planId?.message}
          {...form.register('planId')}
        />
      )}
      {save.error && !shownAtField && <Alert kind="bad">{t(messageOf(save.error))}</Alert>}
      <Button type="submit" size="large" block busy={save.isPending} busyLabel={t('Saving...')}>
        {line ? t('Save') : t('Add and pay for it')}
      </Button>
    </form>
  );
}
