import type { Mandate } from '@portal/contract/billing/payments/mandates';
import type { useText } from '../../../shared/i18n/use-text.ts';

type Words = { readonly title: string; readonly text: string; readonly kind: 'info' | 'warn' };

/** "Zenith Bank ending 6789", as far as it is known. */
function accountOf(t: ReturnType<typeof useText>, { bank, lastFour }: Mandate): string {
  const name = bank ?? t('Bank account');
  return lastFour === null ? name : t('{bank} ending {digits}', { bank: name, digits: lastFour });
}

/** How a mandate stands, and what happens next. */
export function mandateWords(t: ReturnType<typeof useText>, mandate: Mandate): Words {
  const account = accountOf(t, mandate);
  switch (mandate.status) {
    case 'awaiting-approval':
      return {
        title: t('{account}: not approved yet', { account }),
        text: t('Approve the mandate at your bank. Nothing is charged before that.'),
        kind: 'info',
      };
    case 'approved':
      return {
        title: t('{account}: approved', { account }),
        text: t(
          'Your bank may take up to 24 hours to activate it. There is nothing for you to do: Auto-Pay begins by itself, and we tell you. A bill that is due before is to be paid by hand.',
        ),
        kind: 'info',
      };
    case 'active':
      return { title: t('{account}: active', { account }), text: t('Your bills are charged to it.'), kind: 'info' };
    default:
      return { title: t('{account}: not in use', { account }), text: endOf(t, mandate), kind: 'warn' };
  }
}

function endOf(t: ReturnType<typeof useText>, { endReason }: Mandate): string {
  switch (endReason) {
    case 'bank':
      return t('The mandate was ended at your bank. Set it up again, or pay by card or by hand.');
    case 'not-approved':
      return t('It was not approved within three days. You can ask for it again.');
    case 'not-activated':
      return t('Your bank has not activated it. Ask for it again, or use another account.');
    case 'other-customer':
      return t('It was approved in another customer’s name, so it is not used.');
    case 'replaced':
      return t('A newer mandate for this account has taken its place.');
    default:
      return t('You have cancelled it. It is not charged any more.');
  }
}
