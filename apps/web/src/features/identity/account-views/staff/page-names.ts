const NAMES: Readonly<Record<string, string>> = {
  '/': 'Overview',
  '/dashboard': 'Overview',
  '/payment': 'Payment',
  '/plans': 'Plans',
  '/profile': 'Account settings',
  '/status': 'Network status',
  '/support': 'Support',
};

/** The pages of a view by their names, each once; a page without one of its own by its address. */
export function pageNames(paths: readonly string[]): string {
  return [...new Set(paths.map((path) => NAMES[path] ?? path))].join(', ');
}
