import { phonePinForm } from '@portal/contract/identity/phone-pins';
import { useRef } from 'react';
import { useForm } from 'react-hook-form';
import { ApiError, messageOf } from '../../../../shared/api/api-error.ts';
import { formResolver } from '../../../../shared/api/form-resolver.ts';
import { useMutateOnce } from '../../../../shared/api/use-mutate-once.ts';
import { useOneAtATime } from '../../../../shared/api/use-one-at-a-time.ts';
import { formatMoment } from '../../../../shared/format/date.ts';
import { useText } from '../../../../shared/i18n/use-text.ts';
import { AsyncBoundary } from '../../../../shared/ui/async/async-boundary.tsx';
import { Skeleton } from '../../../../shared/ui/async/skeleton.tsx';
import { Button } from '../../../../shared/ui/button/button.tsx';
import { Alert } from '../../../../shared/ui/feedback/alert.tsx';
import { toast } from '../../../../shared/ui/feedback/toast.ts';
import { Field } from '../../../../shared/ui/form/field.tsx';
import { usePhonePin, useRemovePhonePin, useSetPhonePin } from '../api/phone-pin.ts';

/** The PIN for the menu that customers dial, `code`, on a telephone whose number they have not verified. */
export function PhonePinPanel({ code }: { code: string }) {
  const t = useText();
  const heading = useRef<HTMLHeadingElement>(null);
  const pin = usePhonePin();
  return (
    <section aria-labelledby="phone-pin-heading" className="border-ink border-t pt-5">
      <h2 className="h3" id="phone-pin-heading" ref={heading} tabIndex={-1}>
        {t('Phone PIN')}
      </h2>
      <p className="soft mt-1">
        {t(
          'Dial {code} on any phone, without data. From a number that is not yours you need your account number and this PIN.',
          {
            code,
          },
        )}
      </p>
      <div className="mt-5">
        <AsyncBoundary
          query={pin}
          failure={t('We could not load your phone PIN')}
          skeleton={<Skeleton className="h-24 w-full" />}
        >
          {({ setAt }) => <PinForm setAt={setAt} onRemoved={() => heading.current?.focus()} />}
        </AsyncBoundary>
      </div>
    </section>
  );
}

function PinForm({ setAt, onRemoved }: { setAt: string | null; onRemoved: () => void }) {
  const t = useText();
  const oneAtATime = useOneAtATime();
  const setting = useSetPhonePin();
  const removal = useRemovePhonePin();
  const remove = useMutateOnce(removal);
  const { register, handleSubmit, setError, reset, formState } = useForm({
    resolver: formResolver(phonePinForm),
    defaultValues: { pin: '' },
  });
  const { errors, isSubmitting } = formState;
  async function send({ pin }: { pin: string }) {
    try {
      await setting.mutateAsync(pin);
      reset();
      toast({ title: t('Phone PIN set') });
    } catch (failure) {
      const isAboutPin = failure instanceof ApiError && failure.code === 'phone-pin.too-simple';
      const message = t((failure instanceof ApiError && failure.errors.pin) || messageOf(failure));
      setError(isAboutPin ? 'pin' : 'root', { message }, { shouldFocus: isAboutPin });
    }
  }
  return (
    <form
      className="grid gap-4"
      method="post"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        oneAtATime(handleSubmit(send));
      }}
    >
      {setAt !== null && <p>{t('Set on {time}.', { time: formatMoment(setAt) })}</p>}
      <Field
        label={setAt === null ? t('PIN, four digits') : t('Another PIN, four digits')}
        hint={t('Not all alike and not in a row, and not the PIN of your bank card.')}
        error={errors.pin?.message}
        type="password"
        maxLength={4}
        autoComplete="off"
        inputMode="numeric"
        {...register('pin')}
      />
      {errors.root?.message && <Alert kind="bad">{errors.root.message}</Alert>}
      {removal.error && <Alert kind="bad">{t(messageOf(removal.error))}</Alert>}
      <div className="flex flex-wrap items-center gap-3">
        <Button type="submit" variant="secondary" busy={isSubmitting} busyLabel={t('Saving...')}>
          {t('Save PIN')}
        </Button>
        {setAt !== null && (
          <Button
            variant="quiet"
            busy={removal.isPending}
            busyLabel={t('Removing...')}
            onClick={() =>
              remove(undefined, {
                onSuccess: () => {
                  toast({ title: t('Phone PIN removed') });
                  onRemoved();
                },
              })
            }
          >
            {t('Remove PIN')}
          </Button>
        )}
      </div>
    </form>
  );
}
