import { resolve } from 'node:path';
import type { Rolldown } from 'vite';

const SOURCE = resolve(import.meta.dirname, '../src');
const pages = (names: readonly string[]) => names.map((name) => `${SOURCE}/pages/${name}-page.tsx`);
const START = [resolve(SOURCE, '../index.html')];
const LANDING = pages(['landing']);
/** Pages that are read before signing in; the landing page is judged first. */
const VISITOR = pages(['login', 'register', 'plans', 'support', 'about']);
/** What a customer sees first. */
const MEMBER = pages(['dashboard', 'payment', 'profile']);

const SHARED = /\/src\/shared\/|\/strand-bundle\.ts|\/lucide-react\//;
const CALLS = /\/packages\/(?:contract|kernel)\/|\/zod\/|\/@tanstack\/|\/features\/[^/]+\/[^/]+\/api\//;
/** What only forms use, with all that they can say: pages that are read download none of it. */
const FORMS = /\/src\/shared\/api\/form-resolver\.ts|\/contract\/src\/platform\/validation-message\.ts/;
/** What only the staff console uses. */
const STAFF = /\/contract\/src\/(?:console\/|[^/]+\/(?:staff-|audit))|\/features\/(?:[^/]+\/)+staff\//;
const ICON_LIST = /\/lucide-react\/dist\/esm\/lucide-react\.mjs$/;
/** Parts of the query library that its list of exports imports, and the start does not use. */
const NOT_AT_START = /\/@tanstack\/.*\/(?:mutationObserver|infiniteQueryObserver|useMutation|useInfiniteQuery)\.js$/;
/** The bundler's own lines; on their own they would be one more request for everybody. */
const RUNTIME = /^\0?rolldown\/runtime/;
/** What dialogs need of React DOM. In the prerenderer's entry, which imports what pages share, it would begin after them. */
const PORTALS = /\/react-dom\/(?:index|cjs\/react-dom\.)/;

type Graph = { getModuleInfo(id: string): { importedIds: readonly string[]; code: string | null } | null };

/**
 * Which code travels together: what every page starts with and what the landing page shares with others ("index"); of the other code that pages share, what
 * visitor pages need ("visitor-kit") with the contract of their calls ("visitor-calls"), what forms need ("form-kit"), what only signed-in pages need ("member-kit", "calls"),
 * and the rest, which comes later or elsewhere ("late-kit", "staff-kit"). So a part used by two account pages never reaches the landing
 * page, and one of the chat or of the staff console reaches no customer's first page.
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

/** Every module that the pages import, directly or through others, without what they import on demand. */
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
