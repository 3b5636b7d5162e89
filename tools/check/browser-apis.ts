import { isIdentifier, isPropertyAccessExpression, type Node } from 'typescript/unstable/ast';
import {
  browsersWithout,
  type CompatStatement,
  compatibilityData,
} from '../../apps/web/build/browsers/browser-support.ts';
import { lineOf, type Source, walk } from './source-tree.ts';
import { isTest, type Violation } from './violation.ts';

/** What runs in a browser. Libraries are left to their vendors and to the tests in three engines. */
const inBrowsers = /^(apps\/web\/(src|service-worker|view-bar)|packages\/(contract|kernel)\/src)\//;
const compilersOwn = /\/lib\.[\w.]+\.d\.ts$/i;

/** What one of the oldest browsers lacks and the code does without there. */
const guarded: readonly { readonly api: string; readonly because: string }[] = [
  { api: 'requestIdleCallback', because: 'when-idle.ts waits for a moment where there is none' },
  { api: 'Navigator.share', because: 'offered only where the browser can; a link can always be copied' },
  { api: 'NotificationEvent.notification', because: 'the event comes only in browsers that have it' },
];

type Feature = { readonly __compat?: CompatStatement };
type Features = Readonly<Record<string, Readonly<Record<string, Feature>> & Feature>>;
const apis = compatibilityData.api as unknown as Features;
const builtins = compatibilityData.javascript.builtins as unknown as Features;

/** An API of the browser or the language that one of the oldest supported browsers lacks. */
export function checkBrowserApis(source: Source): Violation[] {
  if (!inBrowsers.test(source.path) || isTest(source.path)) return [];
  const names = [...walk(source.tree)].filter(isIdentifier);
  const symbols = names.length === 0 ? [] : source.checker.getSymbolAtLocation(names);
  return names.flatMap((node, index) => {
    const symbol = symbols[index];
    if (!symbol?.declarations.some(({ path }) => compilersOwn.test(path))) return [];
    const owner = symbol.getParent()?.name ?? '';
    const [api, feature] = find(owner === '__type' ? ownerInText(node) : owner, symbol.name) ?? [];
    if (api === undefined || feature === undefined || guarded.some((each) => each.api === api)) return [];
    const lacking = browsersWithout(feature);
    if (lacking.length === 0) return [];
    const says = `${api} is not in ${lacking.join(', ')}: do without, or add it to what is guarded, with its reason.`;
    return [{ file: source.path, line: lineOf(source.tree, node), rule: 'browser-api', says }];
  });
}

/** Static members belong to a type without a name: `URL` in `URL.canParse`. */
function ownerInText({ parent }: Node): string {
  return isPropertyAccessExpression(parent) && isIdentifier(parent.expression) ? parent.expression.text : '';
}

/** The name and the data of a global or a member; the compiler has parts of elements as types of their own. */
function find(owner: string, name: string): readonly [string, CompatStatement] | null {
  const type = owner.replace(/Constructor$/, '');
  const found =
    type === ''
      ? [[name, apis[name] ?? builtins[name] ?? apis.Window?.[name]] as const]
      : [type, 'Element', 'HTMLElement', 'Document'].map(
          (each) =>
            [
              `${each}.${name}`,
              apis[each]?.[name] ?? apis[each]?.[`${name}_static`] ?? builtins[each]?.[name],
            ] as const,
        );
  const [api, feature] = found.find(([, each]) => each?.__compat !== undefined) ?? [];
  return api === undefined || feature?.__compat === undefined ? null : [api, feature.__compat];
}
