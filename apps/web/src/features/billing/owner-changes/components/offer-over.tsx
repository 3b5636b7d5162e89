import type { LineOffer, OwnerChangeState } from '@portal/contract/billing/owner-changes';
import { CircleCheck, CircleX, Clock, type LucideIcon } from 'lucide-react';
import { phrase } from '../../../../shared/i18n/translate.ts';
import { useText } from '../../../../shared/i18n/use-text.ts';
import { useUser } from '../../../../shared/session/use-session.ts';
import { ButtonLink } from '../../../../shared/ui/button/button-link.tsx';

type Over = Exclude<OwnerChangeState, 'waiting'>;

const OVER: Readonly<Record<Over, { readonly icon: LucideIcon; readonly title: string; readonly text: string }>> = {
  accepted: {
    icon: CircleCheck,
    title: phrase('The line has moved'),
    text: phrase('Its new owner has accepted. Both see it in their account.'),
  },
  declined: {
    icon: CircleX,
    title: phrase('The line was declined'),
    text: phrase('It stays where it is, and nothing has changed.'),
  },
  withdrawn: {
    icon: CircleX,
    title: phrase('The change of owner was stopped'),
    text: phrase('It stays where it is, and nothing has changed.'),
  },
  expired: {
    icon: Clock,
    title: phrase('This link has expired'),
    text: phrase('It was not accepted within seven days. Its owner can ask us for a new one.'),
  },
};

/** Replaces the choice once a change of owner is over. */
export function OfferOver({ offer }: { offer: LineOffer }) {
  const t = useText();
  const user = useUser();
  if (offer.state === 'waiting') return null;
  const { icon: Icon, title, text } = OVER[offer.state];
  return (
    <>
      <div>
        <Icon aria-hidden className="auth-mark" />
        <h1 className="h1">{t(title)}</h1>
        <p className="soft">{t(text)}</p>
      </div>
      <ButtonLink size="large" block to={user ? '/' : '/login'}>
        {user ? t('Go to your dashboard') : t('Sign In')}
      </ButtonLink>
    </>
  );
}
