import {
  type Expression,
  isBindingElement,
  isCallExpression,
  isElementAccessExpression,
  isFunctionLikeDeclaration,
  isIdentifier,
  isImportDeclaration,
  isImportTypeNode,
  isNewExpression,
  isPropertyAccessExpression,
  isVariableDeclaration,
  type Node,
} from 'typescript/unstable/ast';
import { clockEdge, doubleSendEdge, type Edge, environmentEdge, networkEdge, silentLogEdge } from './edges.ts';
import { lineOf, type Source, walk } from './source-tree.ts';
import { isTest, type Violation } from './violation.ts';

const longestFunction = 60;

/** `process.env` in any spelling, outside the places of `environmentEdge`. */
export function checkEnvironment(source: Source): Violation[] {
  return outsideEdge(source, environmentEdge, (node) => {
    if (isImportDeclaration(node)) return /\benv\b.*from ['"](node:)?process['"]/s.test(node.getText(source.tree));
    if (isVariableDeclaration(node))
      return node.initializer?.getText(source.tree) === 'process' && /\benv\b/.test(node.name.getText(source.tree));
    if (!isPropertyAccessExpression(node) && !isElementAccessExpression(node)) return false;
    return /^(globalThis\.)?process(\?)?(\.env|\[['"]env['"]\])$/.test(node.getText(source.tree));
  });
}

/** The platform's `fetch` (called, passed on or renamed) and `XMLHttpRequest`, outside the places of `networkEdge`. A parameter that happens to be called fetch is free. */
export function checkNetwork(source: Source): Violation[] {
  return outsideEdge(source, networkEdge, (node) => {
    if (!isIdentifier(node) || (node.text !== 'fetch' && node.text !== 'XMLHttpRequest')) return false;
    const declarations = source.checker.getSymbolAtLocation(node)?.declarations ?? [];
    return declarations.some(({ path }) => /\/lib\.[\w.]+\.d\.ts$|\/@types\/node\/|\/undici-types\//.test(path));
  });
}

/** `Date.now`, `Date()`, `new Date()` without argument and `Math.random`, outside the places of `clockEdge`. */
export function checkClock(source: Source): Violation[] {
  return outsideEdge(source, clockEdge, (node) => {
    if (isPropertyAccessExpression(node)) return /^(Date\.now|Math\.random)$/.test(node.getText(source.tree));
    if (isNewExpression(node)) return isDate(node.expression) && (node.arguments?.length ?? 0) === 0;
    return isCallExpression(node) && isDate(node.expression);
  });
}

/** `app.log`, `request.log` and `reply.log`. */
export function checkSilentLog(source: Source): Violation[] {
  return outsideEdge(source, silentLogEdge, (node) => {
    return isPropertyAccessExpression(node) && /^(app|request|reply|\w*[sS]cope)\.log$/.test(node.getText(source.tree));
  });
}

/** A mutation's bare `mutate`, called, passed on or taken out. */
export function checkDoubleSend(source: Source): Violation[] {
  return outsideEdge(source, doubleSendEdge, (node) => {
    if (!isPropertyAccessExpression(node) && !isBindingElement(node)) return false;
    return node.name !== undefined && isIdentifier(node.name) && node.name.text === 'mutate';
  });
}

function isDate(node: Node): boolean {
  return isIdentifier(node) && node.text === 'Date';
}

/** No function is longer than 60 lines, its signature included. The callbacks of describe and it are lists, not functions. */
export function checkFunctionLength(source: Source): Violation[] {
  const found: Violation[] = [];
  for (const node of walk(source.tree)) {
    if (!isFunctionLikeDeclaration(node) || isTestCallback(source, node)) continue;
    const start = lineOf(source.tree, node);
    const lines = source.tree.getLineAndCharacterOfPosition(node.getEnd()).line + 2 - start;
    if (lines <= longestFunction) continue;
    const says = `a function of ${lines} lines (at most ${longestFunction}): give a part of it a name of its own.`;
    found.push({ file: source.path, line: start, rule: 'function-length', says });
  }
  return found;
}

function isTestCallback(source: Source, node: Node): boolean {
  if (!isTest(source.path) || !isCallExpression(node.parent)) return false;
  return /^(describe|it|test)$/.test(rootName(node.parent.expression));
}

function rootName(callee: Expression): string {
  if (isPropertyAccessExpression(callee) || isCallExpression(callee)) return rootName(callee.expression);
  return isIdentifier(callee) ? callee.text : '';
}

/** `import('./x.ts').Y` as a type: dependency-cruiser does not see it, so it could cross a boundary unnoticed. */
export function checkInlineImportTypes(source: Source): Violation[] {
  const says = 'imports a type inline, where the boundary rules cannot see it: write an import type at the top.';
  return [...walk(source.tree)]
    .filter(isImportTypeNode)
    .map((node) => ({ file: source.path, line: lineOf(source.tree, node), rule: 'inline-import-type', says }));
}

function outsideEdge(source: Source, edge: Edge, touches: (node: Node) => boolean): Violation[] {
  if (edge.allowed.some(({ where }) => where.test(source.path))) return [];
  return [...walk(source.tree)]
    .filter(touches)
    .map((node) => ({ file: source.path, line: lineOf(source.tree, node), rule: edge.rule, says: edge.says }));
}
