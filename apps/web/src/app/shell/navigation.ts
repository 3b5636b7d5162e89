import type { CurrentUser } from '@portal/contract/identity/accounts';
import type { Translate } from '../../shared/i18n/translate.ts';

/** With `target`, the link opens as a document of its own. */
export type NavigationEntry = { to: string; label: string; target?: '_top' };

/**
 * Specification section 2: three links always, two more for signed-in people. Staff have a link to
 * their console, which is an application of its own.
 */
export function navigationLinks(t: Translate, role: CurrentUser['role'] | undefined): NavigationEntry[] {
  const always = [
    { to: '/plans', label: t('Plans') },
    { to: '/support', label: t('Support') },
    { to: '/about', label: t('About') },
  ];
  if (!role) return always;
  const member = [...always, { to: '/payment', label: t('Payment') }, { to: '/demo', label: t('Demo') }];
  return role === 'admin' ? [...member, { to: '/admin', label: t('Staff'), target: '_top' }] : member;
}
