import { messageOf } from '../../../../shared/api/api-error.ts';
import { useMutateOnce } from '../../../../shared/api/use-mutate-once.ts';
import { useText } from '../../../../shared/i18n/use-text.ts';
import { useUser } from '../../../../shared/session/use-session.ts';
import { Button } from '../../../../shared/ui/button/button.tsx';
import { toast } from '../../../../shared/ui/feedback/toast.ts';
import { PageLink } from '../../../../shared/ui/navigation/page-link.tsx';
import { useChangeConsent, useConsents } from '../../consents/api/consents.ts';

/** Whether notices come by WhatsApp, and the switch for it; nothing where the operator has no WhatsApp. */
export function WhatsAppSwitch() {
  const t = useText();
  const user = useUser();
  const loaded = useConsents();
  const changing = useChangeConsent();
  const change = useMutateOnce(changing);
  const consent = loaded.data?.consents.find((one) => one.consent === 'whatsapp');
  if (!consent || user?.role !== 'customer') return null;
  const { given } = consent;
  const save = () =>
    change(
      { consent: 'whatsapp', given: !given },
      {
        onError: (failure) =>
          toast({ title: t('Your choice was not saved'), description: t(messageOf(failure)), variant: 'destructive' }),
      },
    );
  return (
    <section className="border-ink border-t pt-5" aria-labelledby="whatsapp-heading">
      <h2 className="h3" id="whatsapp-heading">
        {t('Notices on WhatsApp')}
      </h2>
      <p className="soft mt-1" role="status">
        {given
          ? t('On. Notices come to your verified number on WhatsApp, and by text where that does not work.')
          : t('Off. Nothing is sent to you on WhatsApp but answers to what you write there.')}
      </p>
      {!user.phoneVerified && (
        <p className="soft mt-2">
          <PageLink className="link" to="/profile">
            {t('Verify your phone number first')}
          </PageLink>
        </p>
      )}
      <Button className="mt-4" variant="secondary" busy={changing.isPending} onClick={save}>
        {given ? t('Switch off') : t('Switch on')}
      </Button>
    </section>
  );
}
