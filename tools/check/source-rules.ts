import {
  isBindingElement,
  isCallExpression,
  isElementAccessExpression,
  isIdentifier,
  isImportDeclaration,
  isNewExpression,
  isNoSubstitutionTemplateLiteral,
  isPropertyAccessExpression,
  isTemplateExpression,
  isVariableDeclaration,
  type Node,
} from 'typescript/unstable/ast';
import {
  clockEdge,
  doubleSendEdge,
  type Edge,
  environmentEdge,
  networkEdge,
  offsetEdge,
  silentLogEdge,
} from './edges.ts';
import { lineOf, type Source, walk } from './source-tree.ts';
import type { Violation } from './violation.ts';

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

/**
 * The platform's `fetch` (called, passed on or renamed) and `XMLHttpRequest`, outside the places of
 * `networkEdge`. A parameter that happens to be called fetch is allowed.
 */
export function checkNetwork(source: Source): Violation[] {
  return outsideEdge(source, networkEdge, (node) => {
    if (!isIdentifier(node) || (node.text !== 'fetch' && node.text !== 'XMLHttpRequest')) return false;
    const declarations = source.checker.getSymbolAtLocation(node)?.declarations ?? [];
    return declarations.some(({ path }) => /\/lib\.[\w.]+\.d\.ts$|\/@types\/node\/|\/undici-types\//.test(path));
  });
}

/**
 * `Date.now`, `Date()`, `new Date()` without argument and `Math.random`, outside the places of
 * `clockEdge`.
 */
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

/** The query builder's `.offset(…)`, and `offset` before a value in a text of SQL. */
export function checkPaging(source: Source): Violation[] {
  return outsideEdge(source, offsetEdge, (node) => {
    if (isTemplateExpression(node) || isNoSubstitutionTemplateLiteral(node))
      return /\boffset\s+(\$|\d)/i.test(node.getText(source.tree));
    return isCallExpression(node) && /\.offset$/.test(node.expression.getText(source.tree));
  });
}

function isDate(node: Node): boolean {
  return isIdentifier(node) && node.text === 'Date';
}

function outsideEdge(source: Source, edge: Edge, touches: (node: Node) => boolean): Violation[] {
  if (edge.allowed.some(({ where }) => where.test(source.path))) return [];
  return [...walk(source.tree)]
    .filter(touches)
    .map((node) => ({ file: source.path, line: lineOf(source.tree, node), rule: edge.rule, says: edge.says }));
}
