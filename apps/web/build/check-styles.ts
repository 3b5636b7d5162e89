import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type AtRule, type Declaration, parse, type Rule } from 'postcss';
import { browsersWithout, type CompatStatement, compatibilityData } from './browsers/browser-support.ts';

/** What one of the oldest browsers lacks, and what is seen there instead. */
const LACKING_IS_FINE: Readonly<Record<string, string>> = {
  ':open': 'stands in :is(), which leaves out what it does not know; [open] is beside it',
  ':popover-open': 'as above; no popover is used',
  '@page': 'a printed receipt has the browser’s own margins',
  size: 'of that page: the paper that the printer has',
  'accent-color': 'a box that is ticked has the browser’s own colour',
  cursor: 'a phone has no pointer',
  mask: 'the build adds the name with a prefix that Chrome knew before',
  'overscroll-behavior': 'the data ask for more than we do: it works on what scrolls',
  resize: 'a field of text cannot be made larger, and scrolls',
  'scrollbar-width': 'the bar is seen',
  'grid-template-columns: subgrid': 'the parts of a card align with each other, not with those of the next',
  'text-wrap': 'lines break where they are full',
  'user-select': 'the build adds the name with Safari’s prefix',
};

type Feature = { readonly __compat?: CompatStatement; readonly [name: string]: Feature | CompatStatement | undefined };

const css = compatibilityData.css as unknown as Readonly<
  Record<'properties' | 'selectors' | 'at-rules' | 'types', Feature>
>;

/** Throws when a built style sheet has something that one of the oldest supported browsers does not know. */
export function checkStyles(client: string): void {
  const assets = join(client, 'assets');
  const sheets = readdirSync(assets).filter((name) => name.endsWith('.css'));
  const lacking = new Set(sheets.flatMap((name) => findLacking(readFileSync(join(assets, name), 'utf8'))));
  if (lacking.size === 0) return;
  throw new Error(
    `The style sheets have what the oldest browsers (docs/browsers.md) do not know: ${[...lacking].join('; ')}`,
  );
}

/**
 * The properties, keywords, functions, selectors and at-rules of a style sheet that one of the oldest
 * browsers lacks, with these browsers. What stands in an @supports is not asked for.
 */
export function findLacking(sheet: string): string[] {
  const lacking = new Set<string>();
  const look = (name: string, feature: Feature | CompatStatement | undefined): void => {
    const compat = (feature as Feature | undefined)?.__compat;
    const isFine = name in LACKING_IS_FINE || name.replace(/: .*/, '') in LACKING_IS_FINE;
    const browsers = compat === undefined || isFine ? [] : browsersWithout(compat);
    if (browsers.length > 0) lacking.add(`${name}: not in ${browsers.join(', ')}`);
  };
  const root = parse(sheet);
  root.walk((node) => {
    if (isAsked(node)) return;
    if (node.type === 'atrule') look(`@${node.name}`, css['at-rules'][node.name]);
    if (node.type === 'rule')
      for (const [, name = ''] of node.selector.matchAll(/(?<!\\):{1,2}([a-z][a-z-]*)/g))
        look(`:${name}`, css.selectors[name]);
    if (node.type !== 'decl' || node.prop.startsWith('-')) return;
    const property = css.properties[node.prop] as Feature | undefined;
    look(node.prop, property);
    if (/^[a-z-]+$/.test(node.value)) look(`${node.prop}: ${node.value}`, property?.[node.value]);
    for (const [, name = ''] of node.value.matchAll(/([a-z-]+)\(/g)) look(`${name}()`, functionOf(name));
  });
  return [...lacking];
}

function isAsked(node: AtRule | Declaration | Rule | { readonly type: string; readonly parent?: unknown }): boolean {
  for (let each = node as { parent?: unknown; type: string; name?: string }; each; each = each.parent as typeof each)
    if (each.type === 'atrule' && each.name === 'supports') return true;
  return false;
}

/** Functions stand among the types, or in the type that they make. */
function functionOf(name: string): Feature | undefined {
  return [css.types, css.types.color as Feature, css.types.image as Feature, css.types.gradient as Feature]
    .map((types) => types?.[name] as Feature | undefined)
    .find((feature) => feature?.__compat !== undefined);
}
