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
  /** Whom the number may go to, as the customer knows them; one at least. */
  providers: readonly { readonly provider: IntakeProvider; readonly name: string }[];
  /** The line whose bills alone it will pay; null for all. */
  lineId: number | null;
  onDone?: () => void;
};

/** Asks for a number that its provider opens for BVN or NIN, which goes to them and is not kept. */
export function IdentityForm({ providers, lineId, onDone }: IdentityFormProps) {
  const t = useText();
  const request = useRequestVirtualAccounts();
  const { form, field, submit, busy, failure } = useCallForm({
    schema: requestVirtualAccounts.body,
    start: { provider: providers[0]?.provider ?? '', kind: 'bvn', number: '' },
    bodyOf: ({ provider, kind, number }) => ({
      provider,
      [kind]: number.replaceAll(' ', ''),
      ...(lineId !== null && { lineId }),
    }),
    names: { bvn: 'number', nin: 'number' },
    call: request.mutateAsync,
    onDone: ({ message }) => {
      form.reset();
      onDone?.();
      toast({ title: t('Your own account numbers'), description: t(message) });
    },
  });
  const chosen = form.watch('provider');
  const name = providers.find(({ provider }) => provider === chosen)?.name ?? '';
  return (
    <form noValidate className="grid gap-4" onSubmit={submit}>
      {providers.length > 1 && (
        <SelectField
          label={t('Number from')}
          options={providers.map(({ provider, name: label }) => ({ value: provider, label }))}
          {...field('provider')}
        />
      )}
      <div className="grid gap-4 sm:grid-cols-[9rem_minmax(0,1fr)]">
        <SelectField
          label={t('BVN or NIN')}
          options={KINDS.map((kind) => ({ value: kind, label: kind.toUpperCase() }))}
          {...field('kind')}
        />
        <Field label={t('Its 11 digits')} inputMode="numeric" autoComplete="off" maxLength={14} {...field('number')} />
      </div>
      <p className="soft small">
        {t('It goes to {provider} and nowhere else. We do not keep it.', { provider: name })}
      </p>
      {failure && <Alert kind="bad">{t(failure)}</Alert>}
      <Button type="submit" block busy={busy} busyLabel={t('Asking...')}>
        {t('Ask for the number')}
      </Button>
    </form>
  );
}
