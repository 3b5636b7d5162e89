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
const OVERVIEW = pages(['dashboard/dashboard']);
/** What a customer opens next. */
const ACCOUNT = pages(['billing/payment', 'identity/profile']);
/** Paying without signing in: the first step, and what it fetches once somebody types. */
const PAY = pages(['billing/pay']);
const PAY_LATER = [`${SOURCE}/features/channels/quick-pay/components/later-steps.tsx`];
const MEMBER = [...OVERVIEW, ...ACCOUNT];

const SHARED = /\/src\/shared\/|\/strand-bundle\.ts|\/lucide-react\//;
const CALLS = /\/packages\/(?:contract|kernel)\/|\/zod\/|\/@tanstack\/|\/features\/[^/]+\/[^/]+\/api\//;
/** The code of forms, with all their messages: pages without forms download none of it. */
const FORMS = /\/src\/shared\/api\/form-resolver\.ts|\/contract\/src\/platform\/validation-message\.ts/;
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

type Module = { importedIds: readonly string[]; dynamicallyImportedIds: readonly string[]; code: string | null };
type Graph = { getModuleInfo(id: string): Module | null };

/**
 * Groups modules into chunks. "index": the entry of every page and what the landing page shares
 * with others. "visitor-kit" and "visitor-calls": what visitor pages share, and the contract of
 * their calls. "form-kit": what forms need. "member-kit" and "calls": what the overview shares with
 * other signed-in pages; "pay-kit" and "pay-late-kit": what paying without signing in, and its later steps,
 * share with them; "account-kit": what the pages after the overview share. "late-kit": the rest of the portal;
 * "staff-kit": what the staff console alone has. So code of two account pages never reaches the landing
 * page, and code of the chat, of payments or of the staff console never reaches a customer's first page.
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
      if (forVisitors) return CALLS.test(id) ? 'visitor-calls' : 'visitor-kit';
      if (reachedFrom(PAY, graph).has(id)) return 'pay-kit';
      if (reachedFrom(OVERVIEW, graph).has(id)) return CALLS.test(id) ? 'calls' : 'member-kit';
      if (reachedFrom(ACCOUNT, graph).has(id)) return 'account-kit';
      if (reachedFrom(PAY_LATER, graph).has(id)) return 'pay-late-kit';
      // The staff console starts at another page.
      return reachedFrom(START, graph, true).has(id) ? 'late-kit' : 'staff-kit';
    },
    debugName: 'kits',
    minShareCount: 2,
    priority: 1,
  },
];

const rememberedNow = new WeakMap<readonly string[], Set<string>>();
const rememberedLater = new WeakMap<readonly string[], Set<string>>();

/** Every module that the pages import, directly or through others; with `later`, also what they import on demand. */
function reachedFrom(pages: readonly string[], graph: Graph, later = false): Set<string> {
  const remembered = later ? rememberedLater : rememberedNow;
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
    if (later) waiting.push(...(info?.dynamicallyImportedIds ?? []));
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
