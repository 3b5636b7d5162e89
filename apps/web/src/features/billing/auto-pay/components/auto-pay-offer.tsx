import type { AutoPayView } from '@portal/contract/billing/payments/auto-pay';
import { type FormEvent, useId, useRef, useState } from 'react';
import { messageOf } from '../../../../shared/api/api-error.ts';
import { useOneAtATime } from '../../../../shared/api/use-one-at-a-time.ts';
import { useText } from '../../../../shared/i18n/use-text.ts';
import { Button } from '../../../../shared/ui/button/button.tsx';
import { toast } from '../../../../shared/ui/feedback/toast.ts';
import { ConsentCheckbox } from '../../payments/components/consent-checkbox.tsx';
import { useSetUpAutoPay } from '../api/auto-pay.ts';
import { AutoPayCardLine } from './auto-pay-card.tsx';

/** Auto-pay can be set up at once with a known card, or with the card of the next payment. */
export function AutoPayOffer({ autoPay }: { autoPay: AutoPayView }) {
  const t = useText();
  const { offer, providers } = autoPay;
  if (offer) return <OfferForm autoPay={autoPay} />;
  return (
    <>
      <p className="soft">
        {t('Your plan renews on time, without a reminder, and every bill that we charge by ourselves is 10% cheaper.')}
      </p>
      {providers.length > 0 ? (
        <p className="mt-3">
          {t('Pay your next bill by card with {providers} and tick Auto-Pay there. Quickteller cannot keep cards.', {
            providers: providers.map(({ name }) => name).reduce((list, name) => t('{list} or {name}', { list, name })),
          })}
        </p>
      ) : (
        <p className="mt-3">{t('No payment gateway that keeps cards is available right now.')}</p>
      )}
    </>
  );
}

/** Auto-pay with a card or account that is known, once its owner agrees. */
export function OfferForm({ autoPay: { offer, offerConsent: consent } }: { autoPay: AutoPayView }) {
  const t = useText();
  const hintId = useId();
  const box = useRef<HTMLInputElement>(null);
  const setUp = useSetUpAutoPay();
  const oneAtATime = useOneAtATime();
  const [agreed, setAgreed] = useState(false);
  const [asked, setAsked] = useState(false);
  function submit(event: FormEvent) {
    event.preventDefault();
    setAsked(!agreed);
    if (!agreed) return box.current?.focus();
    if (!offer) return;
    // Handled by the promise: once auto-pay is on this form is unmounted, with its own callbacks.
    oneAtATime(() =>
      setUp.mutateAsync(offer.id).then(
        ({ message }) => toast({ title: t(message) }),
        (failure: Error) =>
          toast({
            title: t('Auto-Pay is not on'),
            description: t(messageOf(failure)),
            variant: 'destructive',
          }),
      ),
    );
  }
  if (!offer) return null;
  return (
    <form className="flex grow flex-col gap-4" noValidate onSubmit={submit}>
      <p className="soft" id={hintId}>
        {t('Your plan renews on time, without a reminder, and every bill that we charge by ourselves is 10% cheaper.')}
      </p>
      <AutoPayCardLine card={offer} />
      <ConsentCheckbox
        ref={box}
        checked={agreed}
        onChange={setAgreed}
        label={t(consent)}
        error={asked && !agreed ? t('Agree to the automatic charge first') : undefined}
      />
      <div className="mt-auto pt-1">
        <Button type="submit" busy={setUp.isPending} busyLabel={t('Setting up...')}>
          {t('Set Up Auto-Pay')}
        </Button>
      </div>
    </form>
  );
}
