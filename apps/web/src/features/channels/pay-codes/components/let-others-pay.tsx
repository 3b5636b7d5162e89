import { brand } from '@portal/brand';
import { getPayCard, type PayCode } from '@portal/contract/channels/pay-codes';
import { Check, Copy, Download, Link2, Phone, RefreshCw, Share2 } from 'lucide-react';
import { useState } from 'react';
import { messageOf } from '../../../../shared/api/api-error.ts';
import { useMutateOnce } from '../../../../shared/api/use-mutate-once.ts';
import { useText } from '../../../../shared/i18n/use-text.ts';
import { AsyncBoundary } from '../../../../shared/ui/async/async-boundary.tsx';
import { Skeleton } from '../../../../shared/ui/async/skeleton.tsx';
import { Button, buttonClass } from '../../../../shared/ui/button/button.tsx';
import { Dialog } from '../../../../shared/ui/dialog/dialog.tsx';
import { Alert } from '../../../../shared/ui/feedback/alert.tsx';
import { useClipboard } from '../../../../shared/ui/hooks/use-clipboard.ts';
import { useOnline } from '../../../../shared/ui/hooks/use-online.ts';
import { QrCode } from '../../../identity/second-factor/components/qr-code.tsx';
import { useCreatePayCode, usePayCode } from '../api/pay-code.ts';

/** The link, the code and the card with which somebody else pays for this account. */
export function LetOthersPay() {
  const t = useText();
  const payCode = usePayCode();
  return (
    <section className="border-ink border-t pt-6" aria-labelledby="let-others-pay">
      <h2 className="h2" id="let-others-pay">
        {t('Let somebody else pay')}
      </h2>
      <p className="lead mt-2 mb-6 max-w-[34em]">
        {t('They see your masked name and what is due, and nothing else of your account.')}
      </p>
      <AsyncBoundary
        query={payCode}
        failure={t('We could not load your payment link')}
        skeleton={<Skeleton className="h-56 w-full rounded-panel" />}
      >
        {(loaded) => <Ways payCode={loaded} />}
      </AsyncBoundary>
    </section>
  );
}

function Ways({ payCode: { link, ussdCode } }: { payCode: PayCode }) {
  return (
    <div className="grid items-start gap-6 md:grid-cols-[auto_1fr] md:gap-10">
      {link && <LinkCode url={link.url} />}
      <ul className="min-w-0 border-line border-y [&>li+li]:border-line [&>li+li]:border-t">
        {link ? <PaymentLink url={link.url} /> : <NoLink />}
        {ussdCode && <UssdCode code={ussdCode} />}
        <Card />
      </ul>
    </div>
  );
}

function LinkCode({ url }: { url: string }) {
  const t = useText();
  return (
    <div className="justify-self-start overflow-hidden rounded-panel border border-line [&_svg]:my-0">
      <QrCode text={url} label={t('QR code of your payment link')} />
    </div>
  );
}

const WAY = 'grid gap-3 py-5 sm:grid-cols-[1fr_auto] sm:items-center';
const ACTIONS = 'flex flex-wrap gap-2.5';

/** As it is read out and typed, without what every address begins with. */
const shownOf = (url: string) => url.replace(/^https?:\/\//, '');

function PaymentLink({ url }: { url: string }) {
  const t = useText();
  const { copied, copy } = useClipboard();
  const [asks, setAsks] = useState(false);
  const create = useCreatePayCode();
  const send = useMutateOnce(create);
  async function share() {
    const text = t('Pay for my internet at {provider}', { provider: brand.name });
    if (!navigator.share) return void copy(url);
    // Closed without sharing, nothing more happens.
    await navigator.share({ title: brand.name, text, url }).catch(() => undefined);
  }
  return (
    <li className={WAY}>
      <div className="min-w-0">
        <p className="field-label">{t('Payment link')}</p>
        <p className="semi wrap-anywhere">{shownOf(url)}</p>
        <button type="button" className="link small mt-1 min-h-11" onClick={() => setAsks(true)}>
          <RefreshCw className="icon-small mr-1.5 inline" />
          {t('Replace the link')}
        </button>
        {create.error && <Alert kind="bad">{t(messageOf(create.error))}</Alert>}
      </div>
      <div className={ACTIONS}>
        <Button variant="secondary" onClick={() => void copy(url)}>
          {copied ? <Check /> : <Copy />}
          {copied ? t('Copied!') : t('Copy')}
        </Button>
        <Button variant="secondary" onClick={() => void share()}>
          <Share2 />
          {t('Share')}
        </Button>
      </div>
      {asks && (
        <Dialog
          open
          onClose={() => setAsks(false)}
          title={t('Replace the link?')}
          actions={
            <>
              <Button
                busy={create.isPending}
                busyLabel={t('Loading...')}
                onClick={() => void send({ replace: true }, { onSettled: () => setAsks(false) })}
              >
                {t('Replace the link')}
              </Button>
              <Button variant="secondary" onClick={() => setAsks(false)}>
                {t('Cancel')}
              </Button>
            </>
          }
        >
          <p>{t('The present link, its code and cards that you have printed stop working at once.')}</p>
        </Dialog>
      )}
    </li>
  );
}

/** Until its people want one there is no link: nobody can find the account by it. */
function NoLink() {
  const t = useText();
  const online = useOnline();
  const create = useCreatePayCode();
  const send = useMutateOnce(create);
  return (
    <li className={WAY}>
      <div className="min-w-0">
        <p className="field-label">{t('Payment link')}</p>
        <p className="small soft">{t('A link and a code of your own, to send to whoever pays for you.')}</p>
        {create.error && <Alert kind="bad">{t(messageOf(create.error))}</Alert>}
      </div>
      <Button
        variant="secondary"
        className="justify-self-start"
        disabled={!online}
        busy={create.isPending}
        busyLabel={t('Loading...')}
        onClick={() => void send({})}
      >
        <Link2 />
        {t('Make the link')}
      </Button>
    </li>
  );
}

function UssdCode({ code }: { code: string }) {
  const t = useText();
  const { copied, copy } = useClipboard();
  return (
    <li className={WAY}>
      <div className="min-w-0">
        <p className="field-label">{t('USSD code')}</p>
        <p className="h4 wrap-anywhere">{code}</p>
        <p className="small soft">{t('From any phone, without data.')}</p>
      </div>
      <div className={ACTIONS}>
        <Button variant="secondary" onClick={() => void copy(code)}>
          {copied ? <Check /> : <Copy />}
          {copied ? t('Copied!') : t('Copy')}
        </Button>
        <a className={buttonClass({ variant: 'secondary' })} href={`tel:${code.replace('#', '%23')}`}>
          <Phone />
          {t('Dial')}
        </a>
      </div>
    </li>
  );
}

function Card() {
  const t = useText();
  return (
    <li className={WAY}>
      <div className="min-w-0">
        <p className="field-label">{t('Card to print')}</p>
        <p className="small soft">{t('For the fridge: every way to pay for you, on a small sheet.')}</p>
      </div>
      <a className={`${buttonClass({ variant: 'secondary' })} justify-self-start`} href={getPayCard.path} download>
        <Download />
        {t('Download the card')}
      </a>
    </li>
  );
}
