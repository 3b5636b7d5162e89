import type { LineOffer } from '@portal/contract/billing/owner-changes';
import { messageOf } from '../../../../shared/api/api-error.ts';
import { useMutateOnce } from '../../../../shared/api/use-mutate-once.ts';
import { formatDay } from '../../../../shared/format/date.ts';
import { useText } from '../../../../shared/i18n/use-text.ts';
import { Button } from '../../../../shared/ui/button/button.tsx';
import { Alert } from '../../../../shared/ui/feedback/alert.tsx';
import { useOnline } from '../../../../shared/ui/hooks/use-online.ts';
import { useRefuseLineOffer } from '../api/owner-changes.ts';
import { OfferedLines } from './offered-lines.tsx';

/** What the present owner reads, and the way to keep the line. */
export function StopOffer({ offer, token }: { offer: LineOffer; token: string }) {
  const t = useText();
  const online = useOnline();
  const refuse = useRefuseLineOffer();
  const stop = useMutateOnce(refuse);
  return (
    <>
      <div>
        <h1 className="h1">{t('Your line is to have another owner')}</h1>
        <p className="soft">
          {t(
            'As we were asked: it leaves your account once its new owner accepts, until {day}. If you want that, do nothing.',
            {
              day: formatDay(offer.expiresAt),
            },
          )}
        </p>
      </div>
      <OfferedLines lines={offer.lines} />
      <p className="soft">
        {t(
          'Its paid time goes along. Your bills, credit, payments and usage stay with you, and Auto-Pay of this line ends.',
        )}
      </p>
      {!online && <Alert kind="warn">{t('You are offline. You can decide once you are connected again.')}</Alert>}
      {refuse.error && <Alert kind="bad">{t(messageOf(refuse.error))}</Alert>}
      <Button
        size="large"
        block
        disabled={!online}
        busy={refuse.isPending}
        busyLabel={t('Stopping it...')}
        onClick={() => stop(token)}
      >
        {t('Stop the change of owner')}
      </Button>
    </>
  );
}
