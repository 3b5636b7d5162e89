import { beginDirectorySignIn, type DirectoryRefusal } from '@portal/contract/identity/directory-sign-in';
import { Building2 } from 'lucide-react';
import { phrase } from '../../../../shared/i18n/translate.ts';
import { useText } from '../../../../shared/i18n/use-text.ts';
import { useSiteFacts } from '../../../../shared/site/site-facts.ts';
import { buttonClass } from '../../../../shared/ui/button/button.tsx';
import { Alert } from '../../../../shared/ui/feedback/alert.tsx';
import { isConsolePath, returnPath } from '../return-path.ts';

const REASONS: Readonly<Record<DirectoryRefusal, string>> = {
  unavailable: phrase('The directory of your company does not answer. Try again, or sign in with your password.'),
  incomplete: phrase('That sign-in was not completed. Please begin again.'),
  'no-role': phrase('Your work account has no role in the staff console. Ask whoever looks after the directory.'),
  unverified: phrase('The directory has not verified your email address. Ask whoever looks after it.'),
  off: phrase('Your access to the staff console is switched off. Ask an owner.'),
  'last-owner': phrase(
    'You are the last owner, and the directory gives you another role. Make somebody else an owner first.',
  ),
  linked: phrase('Another work account is linked to your email address here. Ask whoever runs this site.'),
  busy: phrase('Too many attempts. Please wait a moment and try again.'),
};

function reasonOf(search: string): string | null {
  const reason = new URLSearchParams(search).get('directory');
  if (reason === null) return null;
  return Object.hasOwn(REASONS, reason) ? REASONS[reason as DirectoryRefusal] : REASONS.incomplete;
}

/**
 * Sign-in by the operator's directory, for whoever is on the way to the staff console; with the reason
 * when the directory has sent them back.
 */
export function DirectorySignIn({ search }: { search: string }) {
  const t = useText();
  const { directory } = useSiteFacts();
  const next = returnPath(search);
  if (!directory || !isConsolePath(next)) return null;
  const reason = reasonOf(search);
  return (
    <>
      {reason && <Alert kind="bad">{t(reason)}</Alert>}
      <a
        className={buttonClass({ variant: 'secondary', size: 'large', block: true })}
        href={`${beginDirectorySignIn.path}?${new URLSearchParams({ next })}`}
      >
        <Building2 />
        {t('Sign in with your work account')}
      </a>
    </>
  );
}
