import type { CurrentUser } from '@portal/contract/identity/accounts';
import { type ProfileForm, profileForm, profileFormWithoutMailbox } from '@portal/contract/identity/profile';
import { useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { messageOf } from '../../../shared/api/api-error.ts';
import { formResolver } from '../../../shared/api/form-resolver.ts';
import { showServerErrors } from '../../../shared/api/show-server-errors.ts';
import { useMutateOnce } from '../../../shared/api/use-mutate-once.ts';
import { phrase } from '../../../shared/i18n/translate.ts';
import { useText } from '../../../shared/i18n/use-text.ts';
import { toast } from '../../../shared/ui/feedback/toast.ts';
import { useUpdateProfile } from './api/update-profile.ts';

const FIELDS = ['firstName', 'lastName', 'email', 'currentPassword'] as const;

/**
 * The form of the Profile tab. `otherAddress` is true while the email field holds another address
 * than the account has.
 */
export function useProfileForm(user: CurrentUser) {
  const t = useText();
  const updateProfile = useUpdateProfile();
  const send = useMutateOnce(updateProfile);
  const [shownAtField, setShownAtField] = useState(false);
  const form = useForm<ProfileForm, unknown, ProfileForm>({
    resolver: formResolver(user.email ? profileForm : profileFormWithoutMailbox),
    mode: 'onTouched',
    defaultValues: { firstName: user.firstName ?? '', lastName: user.lastName ?? '', email: user.email },
  });
  const otherAddress = useWatch({ control: form.control, name: 'email' }).trim() !== user.email;
  const submit = form.handleSubmit((values) =>
    send(values, {
      onSuccess: ({ user: updated }) => {
        const moved = updated.email !== user.email;
        toast({
          title: t('Profile updated'),
          description: moved
            ? t('We sent a link to {email}. Open it to verify the address.', { email: updated.email })
            : t('Your details have been saved.'),
        });
        form.reset({
          firstName: updated.firstName ?? '',
          lastName: updated.lastName ?? '',
          email: updated.email,
        });
      },
      onError: (failure) => setShownAtField(showServerErrors(form, failure, FIELDS)),
    }),
  );
  const failure = updateProfile.error && !shownAtField ? updateProfile.error : null;
  return {
    form,
    submit,
    otherAddress,
    busy: updateProfile.isPending,
    failure: failure && t(messageOf(failure, phrase('Failed to update profile. Please try again.'))),
  };
}
