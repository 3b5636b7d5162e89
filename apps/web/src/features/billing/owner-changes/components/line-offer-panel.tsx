import type { LineOffer } from '@portal/contract/billing/owner-changes';
import { useEffect } from 'react';
import { ApiError } from '../../../../shared/api/api-error.ts';
import { useText } from '../../../../shared/i18n/use-text.ts';
import { useUser } from '../../../../shared/session/use-session.ts';
import { AsyncBoundary } from '../../../../shared/ui/async/async-boundary.tsx';
import { Skeleton } from '../../../../shared/ui/async/skeleton.tsx';
import { ButtonLink } from '../../../../shared/ui/button/button-link.tsx';
import { LinkExpiredNotice } from '../../../identity/accounts/components/link-expired-notice.tsx';
import { useLinkToken } from '../../../identity/accounts/use-link-token.ts';
import { useLineOffer } from '../api/owner-changes.ts';
import { savedOffer, saveOffer } from '../saved-offer.ts';
import { OfferOver } from './offer-over.tsx';
import { StopOffer } from './stop-offer.tsx';
import { TakeLineOver } from './take-line-over.tsx';

/**
 * Where the links of a line that changes its owner lead: its new owner takes it over or declines, its
 * present one stops it. Whoever is not signed in signs in or registers in this window, which keeps the
 * link's token meanwhile, and comes back.
 */
export function LineOfferPanel({ onAccepted }: { onAccepted: () => void }) {
  const linked = useLinkToken();
  const token = linked === '' ? savedOffer() : linked;
  // At once: a tap that reaches a link before its handlers, or a reload, would lose it.
  useEffect(() => {
    if (linked) saveOffer(linked);
  }, [linked]);
  const offer = useLineOffer(token ?? '');
  const isUnknown = offer.error instanceof ApiError && offer.error.code === 'owner-change.not-found';
  if (token === '' || isUnknown) return <UnknownLink />;
  return <Loaded offer={offer} token={token ?? ''} onAccepted={onAccepted} />;
}

function UnknownLink() {
  const t = useText();
  const user = useUser();
  return (
    <LinkExpiredNotice>
      <ButtonLink size="large" block to={user ? '/' : '/login'}>
        {user ? t('Go to your dashboard') : t('Sign In')}
      </ButtonLink>
    </LinkExpiredNotice>
  );
}

type LoadedProps = { offer: ReturnType<typeof useLineOffer>; token: string; onAccepted: () => void };

function Loaded({ offer, token, onAccepted }: LoadedProps) {
  const t = useText();
  return (
    <AsyncBoundary
      query={offer}
      failure={t('We could not load what this link is about')}
      skeleton={<Skeleton className="h-80 w-full" />}
    >
      {(loaded: LineOffer) => {
        if (loaded.state !== 'waiting') return <OfferOver offer={loaded} />;
        if (loaded.side === 'from') return <StopOffer offer={loaded} token={token} />;
        return <TakeLineOver offer={loaded} token={token} onAccepted={onAccepted} />;
      }}
    </AsyncBoundary>
  );
}
