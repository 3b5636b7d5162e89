import data from '@mdn/browser-compat-data' with { type: 'json' };
import type { CompatStatement, SimpleSupportStatement } from '@mdn/browser-compat-data';
import { OLDEST_BROWSERS } from './oldest-browsers.ts';

export type { CompatStatement };

type Browser = keyof typeof OLDEST_BROWSERS;

/** MDN's data of what each browser knows: https://github.com/mdn/browser-compat-data */
export const compatibilityData = data;

/**
 * The oldest supported browsers that lack a feature, such as 'safari 16.4 (since 17.4)'. A part that
 * the data call incomplete counts as there; behind a flag or a prefix it does not.
 */
export function browsersWithout(feature: CompatStatement): string[] {
  return (Object.keys(OLDEST_BROWSERS) as Browser[]).flatMap((browser) => {
    const oldest = OLDEST_BROWSERS[browser];
    const statements = [feature.support[browser] ?? []].flat() as SimpleSupportStatement[];
    const since = statements.filter(({ flags, prefix, alternative_name }) => !flags && !prefix && !alternative_name);
    if (statements.length === 0 || since.some((statement) => isThere(statement, oldest))) return [];
    const first = since[0]?.version_added;
    return [`${browser} ${oldest}${first ? ` (since ${first})` : ''}`];
  });
}

function isThere({ version_added, version_removed }: SimpleSupportStatement, version: string): boolean {
  if (!version_added || version_added === 'preview' || version_removed) return false;
  return compareVersions(String(version_added).replace('≤', ''), version) <= 0;
}

function compareVersions(one: string, other: string): number {
  const [a, b] = [one, other].map((version) => version.split('.').map(Number));
  return (a?.[0] ?? 0) - (b?.[0] ?? 0) || (a?.[1] ?? 0) - (b?.[1] ?? 0);
}
