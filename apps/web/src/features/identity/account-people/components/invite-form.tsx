import { type InvitationForm, invitationForm } from '@portal/contract/identity/account-people';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { messageOf } from '../../../../shared/api/api-error.ts';
import { formResolver } from '../../../../shared/api/form-resolver.ts';
import { showServerErrors } from '../../../../shared/api/show-server-errors.ts';
import { useMutateOnce } from '../../../../shared/api/use-mutate-once.ts';
import { useText } from '../../../../shared/i18n/use-text.ts';
import { Button } from '../../../../shared/ui/button/button.tsx';
import { Alert } from '../../../../shared/ui/feedback/alert.tsx';
import { toast } from '../../../../shared/ui/feedback/toast.ts';
import { Field } from '../../../../shared/ui/form/field.tsx';
import { useInvitePerson } from '../api/invite-person.ts';
import { ROLES } from '../role-labels.ts';

const START: InvitationForm = { email: '', role: 'billing' };

/** Mails an invitation; the fields are empty again once it is on its way. */
export function InviteForm() {
  const t = useText();
  const invite = useInvitePerson();
  const send = useMutateOnce(invite);
  const [shownAtField, setShownAtField] = useState(false);
  const form = useForm<InvitationForm, unknown, InvitationForm>({
    resolver: formResolver(invitationForm),
    mode: 'onTouched',
    defaultValues: START,
  });
  const submit = form.handleSubmit((values) =>
    send(values, {
      onSuccess: () => {
        toast({
          title: t('Invitation sent'),
          description: t('We have mailed {email} a link. It works for 7 days.', { email: values.email }),
        });
        form.reset(START);
      },
      onError: (failure) => setShownAtField(showServerErrors(form, failure, ['email', 'role'])),
    }),
  );
  const { errors } = form.formState;
  return (
    <form className="grid gap-5" method="post" noValidate onSubmit={(event) => void submit(event)}>
      <Field
        label={t('Email')}
        type="email"
        autoComplete="off"
        error={errors.email?.message}
        {...form.register('email')}
      />
      <fieldset className="grid gap-1">
        <legend className="field-label mb-2">{t('What they may do')}</legend>
        {Object.entries(ROLES).map(([role, { name, may }]) => (
          <label key={role} className="flex min-h-11 cursor-pointer items-center gap-3 py-1.5">
            <input type="radio" className="size-5 flex-none accent-primary" value={role} {...form.register('role')} />
            <span className="min-w-0">
              <span className="semi block">{t(name)}</span>
              <span className="soft small block">{t(may)}</span>
            </span>
          </label>
        ))}
      </fieldset>
      {invite.error && !shownAtField && <Alert kind="bad">{t(messageOf(invite.error))}</Alert>}
      <Button type="submit" className="justify-self-start" busy={invite.isPending} busyLabel={t('Sending...')}>
        {t('Send the invitation')}
      </Button>
    </form>
  );
}
