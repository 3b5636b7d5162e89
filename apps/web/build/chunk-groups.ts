import { resolve } from 'node:path';
import type { Rolldown } from 'vite';

const SOURCE = resolve(import.meta.dirname, '../src');
const pages = (names: readonly string[]) => names.map((name) => `${SOURCE}/pages/${name}-page.tsx`);
const START = [resolve(SOURCE, '../index.html')];
const LANDING = pages(['site/landing/landing']);
/** Pages that are read before signing in; the landing page is judged first. */
const VISITOR = pages([
  'identity/login',
  'identity/register',
  'catalogue/plans',
  'support/support',
  'site/about/about',
]);
/** The first screen of a customer. */
const MEMBER = pages(['dashboard/dashboard', 'billing/payment', 'identity/profile']);

const SHARED = /\/src\/shared\/|\/strand-bundle\.ts|\/lucide-react\//;
const CALLS = /\/packages\/(?:contract|kernel)\/|\/zod\/|\/@tanstack\/|\/features\/[^/]+\/[^/]+\/api\//;
/** The code of forms, with all their messages: pages without forms download none of it. */
const FORMS = /\/src\/shared\/api\/form-resolver\.ts|\/contract\/src\/platform\/validation-message\.ts/;
/** The code of the staff console alone. */
const STAFF =
  /\/contract\/src\/(?:console\/|(?:[^/]+\/)+(?:staff-|audit|ledger|reconciliation))|\/(?:features\/(?:[^/]+\/)+|shared\/)staff\//;
const ICON_LIST = /\/lucide-react\/dist\/esm\/lucide-react\.mjs$/;
/** Parts of the query library that its list of exports imports, and the start does not use. */
const NOT_AT_START = /\/@tanstack\/.*\/(?:mutationObserver|infiniteQueryObserver|useMutation|useInfiniteQuery)\.js$/;
/** The bundler's runtime; as a chunk of its own it would cost every visitor one more request. */
const RUNTIME = /^\0?rolldown\/runtime/;
/**
 * The part of React DOM that dialogs need. Outside the entry it would start after the pages that
 * use it.
 */
const PORTALS = /\/react-dom\/(?:index|cjs\/react-dom\.)/;

type Graph = { getModuleInfo(id: string): { importedIds: readonly string[]; code: string | null } | null };

/**
 * Groups modules into chunks. "index": the entry of every page and what the landing page shares
 * with others. "visitor-kit" and "visitor-calls": what visitor pages share, and the contract of
 * their calls. "form-kit": what forms need. "member-kit" and "calls": what only signed-in pages
 * share. "late-kit" and "staff-kit": the rest, which loads later or elsewhere. So code of two
 * account pages never reaches the landing page, and code of the chat or of the staff console never
 * reaches a customer's first page.
 */
export const chunkGroups: Rolldown.CodeSplittingGroup[] = [
  {
    name: (id, graph) => {
      if (RUNTIME.test(id) || PORTALS.test(id) || reachedFrom(START, graph).has(id)) return 'index';
      if (!reachedFrom(LANDING, graph).has(id)) return null;
      const isShared = [VISITOR, MEMBER].some((pages) => reachedFrom(pages, graph).has(id)) || SHARED.test(id);
      return isShared ? 'index' : null;
    },
    debugName: 'index',
    priority: 2,
  },
  {
    name: (id, graph) => {
      if (FORMS.test(id)) return 'form-kit';
      if (!SHARED.test(id) && !CALLS.test(id)) return null;
      const forVisitors = reachedFrom(VISITOR, graph).has(id) || NOT_AT_START.test(id);
      const early = forVisitors || reachedFrom(MEMBER, graph).has(id);
      if (!early) return STAFF.test(id) ? 'staff-kit' : 'late-kit';
      if (CALLS.test(id)) return forVisitors ? 'visitor-calls' : 'calls';
      return forVisitors ? 'visitor-kit' : 'member-kit';
    },
    debugName: 'kits',
    minShareCount: 2,
    priority: 1,
  },
];

const remembered = new WeakMap<readonly string[], Set<string>>();

/**
 * Every module that the pages import, directly or through others, without what they import on
 * demand.
 */
function reachedFrom(pages: readonly string[], graph: Graph): Set<string> {
  const known = remembered.get(pages);
  if (known) return known;
  const reached = new Set<string>();
  const waiting = [...pages];
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    if (reached.has(id)) continue;
    reached.add(id);
    const info = graph.getModuleInfo(id);
    for (const imported of info?.importedIds ?? []) {
      if (ICON_LIST.test(imported)) waiting.push(...iconsIn(info?.code ?? '', imported, graph));
      else if (!NOT_AT_START.test(imported)) waiting.push(imported);
    }
  }
  remembered.set(pages, reached);
  return reached;
}

/** The list of icons imports them all: only those that the code names are meant. */
function iconsIn(code: string, list: string, graph: Graph): string[] {
  const [, names = ''] = /import \{([^}]*)\} from ["']lucide-react["']/.exec(code) ?? [];
  const index = graph.getModuleInfo(list)?.code ?? '';
  return names
    .split(',')
    .map((name) => name.trim().replace(/ as .*/, ''))
    .map((name) => new RegExp(`default as ${name}[, ].* from ["']\\./(icons/[\\w-]+\\.mjs)["']`).exec(index)?.[1])
    .flatMap((file) => (file ? [list.replace('lucide-react.mjs', file)] : []));
}
