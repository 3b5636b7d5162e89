import { type IntakeProvider, requestVirtualAccounts } from '@portal/contract/billing/payments/virtual-accounts';
import { useCallForm } from '../../../../shared/api/use-call-form.ts';
import { useText } from '../../../../shared/i18n/use-text.ts';
import { Button } from '../../../../shared/ui/button/button.tsx';
import { Alert } from '../../../../shared/ui/feedback/alert.tsx';
import { toast } from '../../../../shared/ui/feedback/toast.ts';
import { Field } from '../../../../shared/ui/form/field.tsx';
import { SelectField } from '../../../../shared/ui/form/select-field.tsx';
import { useRequestVirtualAccounts } from '../api/virtual-accounts.ts';

const KINDS = ['bvn', 'nin'] as const;

export type IdentityFormProps = {
  provider: IntakeProvider;
  /** Whom the number goes to, as the customer knows them. */
  name: string;
};

/** Asks for a number that its provider opens for BVN or NIN, which goes to them and is not kept. */
export function IdentityForm({ provider, name }: IdentityFormProps) {
  const t = useText();
  const request = useRequestVirtualAccounts();
  const { form, field, submit, busy, failure } = useCallForm({
    schema: requestVirtualAccounts.body,
    start: { kind: 'bvn', number: '' },
    bodyOf: ({ kind, number }) => ({ provider, [kind]: number.replaceAll(' ', '') }),
    names: { bvn: 'number', nin: 'number' },
    call: request.mutateAsync,
    onDone: ({ message }) => {
      form.reset();
      toast({ title: t('Your own account numbers'), description: t(message) });
    },
  });
  return (
    <form noValidate className="grid gap-4" onSubmit={submit}>
      <p className="soft small">
        {t('It goes to {provider} and nowhere else. We do not keep it.', { provider: name })}
      </p>
      <div className="grid gap-4 sm:grid-cols-[9rem_minmax(0,1fr)]">
        <SelectField
          label={t('Kind')}
          options={KINDS.map((kind) => ({ value: kind, label: kind.toUpperCase() }))}
          {...field('kind')}
        />
        <Field label={t('Its 11 digits')} inputMode="numeric" autoComplete="off" maxLength={14} {...field('number')} />
      </div>
      {failure && <Alert kind="bad">{t(failure)}</Alert>}
      <Button type="submit" block busy={busy} busyLabel={t('Asking...')}>
        {t('Ask for the number')}
      </Button>
    </form>
  );
}
