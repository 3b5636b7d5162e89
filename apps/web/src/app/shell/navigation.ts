import type { Text } from '../../shared/i18n/text.en.ts';

export type NavigationEntry = { to: string; label: string };

/** Specification section 2: three links always, two more for signed-in people. */
export function navigationLinks(text: Text, signedIn: boolean): NavigationEntry[] {
  const always = [
    { to: '/plans', label: text.plans },
    { to: '/support', label: text.support },
    { to: '/about', label: text.about },
  ];
  if (!signedIn) return always;
  return [...always, { to: '/payment', label: text.payment }, { to: '/demo', label: text.demo }];
}
