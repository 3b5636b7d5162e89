import {
  type CallExpression,
  type Expression,
  isArrowFunction,
  isBinaryExpression,
  isCallExpression,
  isCaseClause,
  isDefaultClause,
  isExpressionStatement,
  isFunctionExpression,
  isPropertyAccessExpression,
  isSwitchStatement,
  type Node,
  type SwitchStatement,
  SyntaxKind,
} from 'typescript/unstable/ast';
import { type Checker, SignatureKind, type Type, TypeFlags } from 'typescript/unstable/sync';
import { lineOf, type Source, walk } from './source-tree.ts';
import type { Violation } from './violation.ts';

/**
 * A promise made as a statement of its own is awaited, returned, given a `catch`, or marked `void`. Judged by type, so that a query which
 * runs only when awaited is caught too. Things that merely have `then` (a Fastify reply) are free, and so is what its author types
 * `void | Promise` (the router's navigate): it may be ignored by declaration.
 */
export function checkFloatingPromises(source: Source): Violation[] {
  const says =
    'leaves a promise to itself: await it, return it, give it a catch, or write void before it when failing is harmless.';
  const statements = [...walk(source.tree)].filter(isExpressionStatement).filter((node) => !isHandled(node.expression));
  const types = source.checker.getTypeAtLocation(statements.map((statement) => statement.expression));
  return statements
    .filter((_, index) => isPromise(source.checker, types[index]))
    .map((node) => ({ file: source.path, line: lineOf(source.tree, node), rule: 'floating-promise', says }));
}

const assignments: ReadonlySet<SyntaxKind> = new Set([
  SyntaxKind.EqualsToken,
  SyntaxKind.QuestionQuestionEqualsToken,
  SyntaxKind.BarBarEqualsToken,
  SyntaxKind.AmpersandAmpersandEqualsToken,
]);

function isHandled(expression: Expression): boolean {
  if (isBinaryExpression(expression)) return assignments.has(expression.operatorToken.kind);
  if (!isCallExpression(expression) || !isPropertyAccessExpression(expression.expression)) return false;
  const { name, expression: receiver } = expression.expression;
  if (name.text === 'catch') return expression.arguments.length > 0;
  if (name.text === 'then') return expression.arguments.length > 1;
  return name.text === 'finally' && isHandled(receiver);
}

function isPromise(checker: Checker, type: Type | undefined): boolean {
  const members = membersOf(type);
  if (members.some((member) => (member.flags & (TypeFlags.Void | TypeFlags.Any)) !== 0)) return false;
  return members.some((member) =>
    ['then', 'catch'].every((name) => checker.getPropertyOfType(member, name) !== undefined),
  );
}

function membersOf(type: Type | undefined): readonly Type[] {
  if (type === undefined) return [];
  return type.isUnionType() ? type.getTypes() : [type];
}

/** An async function is not given to a caller that ignores what it returns (forEach, setTimeout, an event): its failure would be nobody's. */
export function checkIgnoredAsync(source: Source): Violation[] {
  const says =
    'gives an async function to a caller that ignores its promise: handle the failure inside a plain function.';
  return [...walk(source.tree)]
    .filter(
      (node) => isAsyncFunction(node) && isCallExpression(node.parent) && ignores(source.checker, node.parent, node),
    )
    .map((node) => ({ file: source.path, line: lineOf(source.tree, node), rule: 'floating-promise', says }));
}

function isAsyncFunction(node: Node): boolean {
  if (!isArrowFunction(node) && !isFunctionExpression(node)) return false;
  return node.modifiers?.some((modifier) => modifier.kind === SyntaxKind.AsyncKeyword) ?? false;
}

/** Whether every overload of the callee wants a function that returns nothing at the place of `given`. */
function ignores(checker: Checker, call: CallExpression, given: Node): boolean {
  const place = call.arguments.findIndex(({ pos }) => pos === given.pos);
  const callee = checker.getTypeAtLocation(call.expression);
  const signaturesOf = (type: Type | undefined) =>
    membersOf(type).flatMap((member) => checker.getSignaturesOfType(member, SignatureKind.Call));
  const results = signaturesOf(callee)
    .flatMap((overload) => signaturesOf(checker.getParameterType(overload, place)))
    .map((wanted) => checker.getReturnTypeOfSignature(wanted));
  return results.length > 0 && results.every((result) => ((result?.flags ?? 0) & TypeFlags.Void) !== 0);
}

/** A switch over a closed list of values names them all or has a default. */
export function checkSwitches(source: Source): Violation[] {
  return [...walk(source.tree)].filter(isSwitchStatement).flatMap((node) => {
    const missing = missingCases(source.checker, node);
    if (missing.length === 0) return [];
    const says = `a switch without ${missing.join(', ')}: add the case, or a default that says why the rest is one.`;
    return [{ file: source.path, line: lineOf(source.tree, node), rule: 'exhaustive-switch', says }];
  });
}

function missingCases(checker: Checker, node: SwitchStatement): string[] {
  const clauses = node.caseBlock.clauses;
  const members = membersOf(checker.getTypeAtLocation(node.expression));
  const closed =
    members.length > 1 && members.every((member) => (member.flags & (TypeFlags.Literal | TypeFlags.Nullable)) !== 0);
  if (!closed || clauses.some(isDefaultClause)) return [];
  const named = clauses
    .filter(isCaseClause)
    .flatMap((clause) => membersOf(checker.getTypeAtLocation(clause.expression)));
  const covered = new Set(named.map((type) => checker.typeToString(type)));
  return members.map((member) => checker.typeToString(member)).filter((text) => !covered.has(text));
}
