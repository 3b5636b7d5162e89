import { join, relative } from 'node:path';
import type { Node, SourceFile } from 'typescript/unstable/ast';
import { API, type Checker } from 'typescript/unstable/sync';
import { isTypeScript, type Repository, type Violation } from './violation.ts';

/** A parsed file of the repository at `root` with the compiler's type information about it. */
export type Source = {
  readonly root: string;
  readonly path: string;
  readonly tree: SourceFile;
  readonly checker: Checker;
};

/** Shipped source that the compiler and every rule here would miss. */
const unread = /^(apps|packages|brand)\/(?!.*\bpublic\/).*\.([cm]?js|jsx|[cm]ts)$/;

/**
 * Opens every project (tsconfig.json) of the repository, passes every source file to each rule and
 * collects the violations. A source file outside every project is a violation: neither the compiler
 * nor these rules would ever see it.
 */
export function checkSources(repository: Repository, rules: readonly ((source: Source) => Violation[])[]): Violation[] {
  const projects = repository.files.map(({ path }) => path).filter((path) => /(^|\/)tsconfig\.json$/.test(path));
  const api = new API({ cwd: repository.root });
  try {
    const snapshot = api.updateSnapshot({ openProjects: projects.map((project) => join(repository.root, project)) });
    const sources = new Map<string, Source>();
    for (const { program, checker } of snapshot.getProjects()) {
      for (const name of program.getSourceFileNames()) {
        const path = relative(repository.root, name);
        if (path.startsWith('..') || path.includes('node_modules/') || sources.has(path)) continue;
        const tree = program.getSourceFile(name);
        if (tree !== undefined) sources.set(path, { root: repository.root, path, tree, checker });
      }
    }
    return repository.files.flatMap(({ path }) => {
      if (unread.test(path)) return [unseen(path, 'is in a language that no rule reads: write it as .ts or .tsx.')];
      if (!isTypeScript(path)) return [];
      const source = sources.get(path);
      if (source !== undefined) return rules.flatMap((rule) => rule(source));
      return [unseen(path, `belongs to no project: include it in ${projects.join(' or ')}.`)];
    });
  } finally {
    api.close();
  }
}

function unseen(file: string, says: string): Violation {
  return { file, line: 1, rule: 'compiled', says };
}

/** Every node of the tree, parents before children. */
export function* walk(node: Node): Generator<Node> {
  yield node;
  const children: Node[] = [];
  node.forEachChild((child) => {
    children.push(child);
  });
  for (const child of children) yield* walk(child);
}

/** The 1-based line on which a node's own text begins. */
export function lineOf(tree: SourceFile, node: Node): number {
  return tree.getLineAndCharacterOfPosition(node.getStart(tree)).line + 1;
}
