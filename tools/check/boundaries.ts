import { relative } from 'node:path';
import { type BoundaryRule, boundaryRules, type Paths } from './boundary-rules.ts';
import { lineOf, type Source } from './source-tree.ts';
import type { Violation } from './violation.ts';

/** `target` is the imported file; null when the compiler finds none. */
export type Import = { readonly file: string; readonly line: number; readonly target: string | null };

/**
 * Every import of a file, in any form and type-only ones too, with its target as the compiler
 * resolves it.
 */
export function importsOf({ root, path, tree, checker }: Source): Import[] {
  const symbols = checker.getSymbolAtLocation(tree.imports);
  return tree.imports.map((specifier, index) => {
    // Other declarations augment the module.
    const [declaration] = symbols[index]?.declarations ?? [];
    const target = declaration ? relative(root, declaration.path) : null;
    return { file: path, line: lineOf(tree, specifier), target };
  });
}

/** Every import follows `boundaryRules`, resolves and closes no cycle. */
export function checkBoundaries(imports: readonly Import[]): Violation[] {
  const byFile = Map.groupBy(imports, ({ file }) => file);
  const crossings = [...byFile].flatMap(([path, own]) => {
    const rules = boundaryRules.flatMap((rule) => rulesFrom(path, rule));
    return own.flatMap(({ file, line, target }) => {
      if (target === null) return [{ file, line, ...unresolved }];
      return rules
        .filter(({ matches }) => matches(target))
        .map(({ name, comment }) => ({ file, line, rule: name, says: `imports ${target}. ${comment}` }));
    });
  });
  return [...crossings, ...findCycles(byFile)];
}

/** The message for an import that hides its target. */
export const unresolved = {
  rule: 'import-resolves',
  says: 'imports what cannot be found: mend the path, its ending or the exports of the package.',
};

/** The rule that applies to a file, with `$1` of its `to` filled in; none for any other file. */
function rulesFrom(path: string, { name, comment, from, to }: BoundaryRule) {
  const match = matcherOf(from)(path);
  return match ? [{ name, comment, matches: matcherOf(to, match[1]) }] : [];
}

function matcherOf({ path = '', pathNot = '(?!)' }: Paths, group = '') {
  const [wanted, spared] = [path, pathNot].map(
    (patterns) => new RegExp([patterns].flat().join('|').replaceAll('$1', group)),
  );
  return (file: string) => (spared?.test(file) ? null : wanted?.exec(file));
}

/** The message for an import that closes a cycle. */
export const cycle = { rule: 'no-cycle', cure: 'move what both need into a third file that imports neither.' };

/** The import that closes each cycle, dynamic imports included, which oxlint does not follow. */
function findCycles(byFile: ReadonlyMap<string, readonly Import[]>): Violation[] {
  const done = new Set<string>();
  const visit = (path: string, trail: readonly string[]): Violation[] => {
    if (done.has(path)) return [];
    const here = [...trail, path];
    const found = (byFile.get(path) ?? []).flatMap(({ file, line, target }) => {
      // A file of `declare module` may use its own modules.
      if (target === null || target === file) return [];
      const start = here.indexOf(target);
      if (start === -1) return visit(target, here);
      const circle = [...here.slice(start), target].join(' → ');
      return [{ file, line, rule: cycle.rule, says: `closes the circle ${circle}: ${cycle.cure}` }];
    });
    done.add(path);
    return found;
  };
  return [...byFile.keys()].flatMap((path) => visit(path, []));
}
