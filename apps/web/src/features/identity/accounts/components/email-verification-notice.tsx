import { messageOf } from '../../../../shared/api/api-error.ts';
import { useMutateOnce } from '../../../../shared/api/use-mutate-once.ts';
import { Sentence } from '../../../../shared/i18n/sentence.tsx';
import { useText } from '../../../../shared/i18n/use-text.ts';
import { Button } from '../../../../shared/ui/button/button.tsx';
import { Alert } from '../../../../shared/ui/feedback/alert.tsx';
import { toast } from '../../../../shared/ui/feedback/toast.ts';
import { useRequestEmailVerification } from '../api/request-email-verification.ts';

/** Says that the address of the account is not verified yet, and sends the link again. */
export function EmailVerificationNotice({ email }: { email: string }) {
  const t = useText();
  const request = useRequestEmailVerification();
  const send = useMutateOnce(request);
  function sendAgain() {
    send(undefined, {
      onSuccess: () => toast({ title: t('Link sent'), description: t('Look into the mailbox of {email}.', { email }) }),
      onError: (failure) =>
        toast({
          title: t('Link not sent'),
          description: t(messageOf(failure)),
          variant: 'destructive',
        }),
    });
  }
  return (
    <Alert kind="warn">
      <p>
        <Sentence
          text="Your email address {email} is not verified yet. Open the link that we sent to it."
          parts={{ email: <b className="wrap-anywhere">{email}</b> }}
        />
      </p>
      <Button
        variant="quiet"
        className="-mx-3 -mb-1.5"
        busy={request.isPending}
        busyLabel={t('Sending...')}
        onClick={sendAgain}
      >
        {t('Send the link again')}
      </Button>
    </Alert>
  );
}
