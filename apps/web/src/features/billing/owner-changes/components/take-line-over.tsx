import type { LineOffer } from '@portal/contract/billing/owner-changes';
import { signInName } from '@portal/kernel/messaging/mail';
import { messageOf } from '../../../../shared/api/api-error.ts';
import { useMutateOnce } from '../../../../shared/api/use-mutate-once.ts';
import { formatDay } from '../../../../shared/format/date.ts';
import { useText } from '../../../../shared/i18n/use-text.ts';
import { useUser } from '../../../../shared/session/use-session.ts';
import { Button } from '../../../../shared/ui/button/button.tsx';
import { ButtonLink } from '../../../../shared/ui/button/button-link.tsx';
import { Alert } from '../../../../shared/ui/feedback/alert.tsx';
import { useOnline } from '../../../../shared/ui/hooks/use-online.ts';
import { useAcceptLineOffer, useRefuseLineOffer } from '../api/owner-changes.ts';
import { saveOffer } from '../saved-offer.ts';
import { OfferedLines } from './offered-lines.tsx';

const BACK_HERE = `?next=${encodeURIComponent('/line-offer')}`;

type TakeLineOverProps = { offer: LineOffer; token: string; onAccepted: () => void };

/** What the new owner reads before they take a line over, or decline it. */
export function TakeLineOver({ offer, token, onAccepted }: TakeLineOverProps) {
  const t = useText();
  const user = useUser();
  const online = useOnline();
  const { lines, accountEnding, expiresAt } = offer;
  const accept = useAcceptLineOffer();
  const refuse = useRefuseLineOffer();
  const takeOver = useMutateOnce(accept);
  const decline = useMutateOnce(refuse);
  const failure = accept.error ?? refuse.error;
  return (
    <>
      <div>
        <h1 className="h1">{lines.length > 1 ? t('Lines for you') : t('A line for you')}</h1>
        <p className="soft">
          {t('Its present owner wants you to have it. You can take it over until {day}; until then nothing changes.', {
            day: formatDay(expiresAt),
          })}
        </p>
      </div>
      <OfferedLines lines={lines} />
      <p className="soft">
        {t(
          'The login and the box go along. Bills, credit, payments and usage of before stay with the present owner; usage counts anew for you, and Auto-Pay is off until you set it up.',
        )}
      </p>
      {accountEnding && (
        <p className="soft">{t('It is for the account whose number ends in {digits}.', { digits: accountEnding })}</p>
      )}
      {!online && <Alert kind="warn">{t('You are offline. You can decide once you are connected again.')}</Alert>}
      {failure && <Alert kind="bad">{t(messageOf(failure))}</Alert>}
      {user ? (
        <>
          <p className="soft">
            {t('You are signed in as {email}. The line comes into the account that you act for.', {
              email: signInName(user),
            })}
          </p>
          <Button
            size="large"
            block
            disabled={!online}
            busy={accept.isPending}
            busyLabel={t('Taking it over...')}
            onClick={() =>
              takeOver(token, {
                onSuccess: () => {
                  saveOffer('');
                  onAccepted();
                },
              })
            }
          >
            {lines.length > 1 ? t('Take the lines over') : t('Take the line over')}
          </Button>
        </>
      ) : (
        <div className="grid gap-3">
          <p className="soft">{t('Sign in, or create an account of your own first: then you can take it over.')}</p>
          <ButtonLink size="large" block to={`/login${BACK_HERE}`}>
            {t('Sign In')}
          </ButtonLink>
          <ButtonLink size="large" block variant="secondary" to={`/register${BACK_HERE}`}>
            {t('Create Account')}
          </ButtonLink>
        </div>
      )}
      <Button
        variant="quiet"
        block
        disabled={!online}
        busy={refuse.isPending}
        busyLabel={t('Declining...')}
        onClick={() => decline(token)}
      >
        {t('Decline')}
      </Button>
    </>
  );
}
