import type { Translate } from '../../shared/i18n/translate.ts';

export type NavigationEntry = { to: string; label: string };

/** Specification section 2: three links always, two more for signed-in people. */
export function navigationLinks(t: Translate, signedIn: boolean): NavigationEntry[] {
  const always = [
    { to: '/plans', label: t('Plans') },
    { to: '/support', label: t('Support') },
    { to: '/about', label: t('About') },
  ];
  if (!signedIn) return always;
  return [...always, { to: '/payment', label: t('Payment') }, { to: '/demo', label: t('Demo') }];
}
