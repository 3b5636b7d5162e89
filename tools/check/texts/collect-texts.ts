import { endpoints } from '@portal/contract';
import type { Access } from '@portal/contract/platform/endpoint';
import {
  type CallExpression,
  isArrayLiteralExpression,
  isArrowFunction,
  isBinaryExpression,
  isCallExpression,
  isConditionalExpression,
  isIdentifier,
  isJsxAttribute,
  isJsxExpression,
  isNewExpression,
  isNoSubstitutionTemplateLiteral,
  isObjectLiteralExpression,
  isParenthesizedExpression,
  isPropertyAccessExpression,
  isPropertyAssignment,
  isReturnStatement,
  isShorthandPropertyAssignment,
  isStringLiteral,
  isTemplateExpression,
  type Node,
  SyntaxKind,
} from 'typescript/unstable/ast';
import { lineOf, type Source, walk } from '../source-tree.ts';
import { isTest } from '../violation.ts';

/**
 * An English text that customers read, and where it is written. `values` are the names it gets
 * there, when they can be determined. `sent`: only in mails and texts, so that the server has its
 * translations.
 */
export type Text = {
  readonly sent?: true;
  readonly english: string;
  readonly file: string;
  readonly line: number;
  readonly values: readonly string[] | null;
};

/** The web app without the staff console, which is English only. */
export const customerScreens =
  /^apps\/web\/src\/(?!app\/console\/|pages\/admin\/|shared\/staff\/|features\/(?:[^/]+\/)+staff\/)/;
const contract = /^packages\/contract\/src\/(?!console\/|billing\/bank\/|.*\/staff-)/;
const server =
  /^(packages\/kernel\/src\/messaging\/notices\/notice|apps\/server\/src\/(platform\/http\/errors\/error-handler|(identity|messaging|catalogue|billing|network|support|channels)\/(?!.*\/gateways\/).*))\.ts$/;
/** Nouns for staff and programs, and the rows of the database. */
const notForCustomers =
  /\/(identity\/(staff|audit|api-keys)|billing\/(?:bank|counter)|network\/(access|access-servers|vendor-profiles)|console)\/|\/staff\/[^/]*$|\/staff-[^/]*$|\/unattended-chat-alert|\.(repository|factory|jobs)\.ts$|\/(change-(plans|bundles|incidents)|record-chargeback|reconcile-with-gateways|record-refunded-outside|export-invoices|send-sales-request|outbox-page)\.ts$/;
/**
 * Documents that customers show to banks and employers: receipts and invoices are in English
 * (docs/decisions/021).
 */
const documents = /\/(receipt-mail|payer-receipt|invoice-page)\.ts$/;
const mail = /-mail\.ts$/;
/** Errors of endpoints for staff, gateways and programs only. */
const customersCodes = new Set<string>(codesOf((access) => access === 'anyone' || access === 'session'));
const othersCodes = new Set<string>(codesOf(() => true).filter((code) => !customersCodes.has(code)));
const brand = /^brand\/.*brand\.ts$/;
const brandTexts = new Set(['supportHours', 'officeHours', 'chatReply', 'where']);

/**
 * Every text of a file that needs a translation: the arguments of `t`, `phrase`, `toast`,
 * `messageOf`, `<Sentence>` and `defineMessage`, the texts of the contract and the server, and the
 * provider's own phrases.
 */
export function textsOf(source: Source): Text[] {
  if (isTest(source.path)) return [];
  if (customerScreens.test(source.path)) return [...walk(source.tree)].flatMap((node) => textsAt(source, node));
  if (contract.test(source.path)) return sentencesOf(source, isContractSentence);
  if (isServers(source)) {
    const said = [...walk(source.tree)].flatMap((node) => saidAt(source, node));
    return mail.test(source.path) ? said : [...said, ...sentencesOf(source, isServerSentence)];
  }
  if (brand.test(source.path)) return sentencesOf(source, isBrandText);
  return [];
}

/** Texts of mails to customers without `defineMessage`. */
export function unsaidIn(source: Source): Text[] {
  return mail.test(source.path) && isServers(source) && !isTest(source.path)
    ? sentencesOf(source, isServerSentence)
    : [];
}

function isServers({ path }: Source): boolean {
  return server.test(path) && !notForCustomers.test(path) && !documents.test(path);
}

function textsAt(source: Source, node: Node): Text[] {
  const place = { file: source.path, line: lineOf(source.tree, node) };
  const texts = (nodes: readonly Node[], values: readonly string[] | null = null) =>
    nodes.flatMap(literalsOf).map((english) => ({ english, ...place, values }));
  if (isCallExpression(node) && isIdentifier(node.expression)) {
    const [first, second] = node.arguments;
    if (!first) return [];
    if (node.expression.text === 't') return texts([first], second ? namesIn(second) : []);
    if (node.expression.text === 'phrase') return texts([first]);
    if (node.expression.text === 'messageOf') return second ? texts([second]) : [];
    if (node.expression.text === 'toast' || node.expression.text === 'saveToastForReload')
      return texts(toastTexts(first));
  }
  if (isSentence(source, node)) {
    const text = attribute(source, node, 'text');
    const parts = attribute(source, node, 'parts');
    return text ? texts([text], parts ? namesIn(parts) : null) : [];
  }
  return [];
}

function saidAt(source: Source, node: Node): Text[] {
  if (!isSay(node)) return [];
  const [first, second] = node.arguments;
  const place = { file: source.path, line: lineOf(source.tree, node), sent: true } as const;
  return (first ? literalsOf(first) : []).map((english) => ({
    ...place,
    english,
    values: second ? namesIn(second) : [],
  }));
}

function isSay(node: Node): node is CallExpression {
  return isCallExpression(node) && isIdentifier(node.expression) && node.expression.text === 'defineMessage';
}

/** The possible literals of an expression, in either branch of its conditions. */
function literalsOf(node: Node): string[] {
  if (isStringLiteral(node) || isNoSubstitutionTemplateLiteral(node)) return [node.text];
  if (isParenthesizedExpression(node) || isJsxExpression(node))
    return node.expression ? literalsOf(node.expression) : [];
  if (isConditionalExpression(node)) return [...literalsOf(node.whenTrue), ...literalsOf(node.whenFalse)];
  if (isBinaryExpression(node) && joins.has(node.operatorToken.kind)) {
    return [...literalsOf(node.left), ...literalsOf(node.right)];
  }
  return [];
}

const joins: ReadonlySet<SyntaxKind> = new Set([
  SyntaxKind.QuestionQuestionToken,
  SyntaxKind.BarBarToken,
  SyntaxKind.AmpersandAmpersandToken,
]);

function toastTexts(request: Node): Node[] {
  if (!isObjectLiteralExpression(request)) return [];
  return request.properties
    .filter(isPropertyAssignment)
    .filter((property) => isIdentifier(property.name) && /^(title|description)$/.test(property.name.text))
    .map((property) => property.initializer);
}

/** Null where the values are not written at the place itself. */
function namesIn(values: Node): string[] | null {
  const object = isJsxExpression(values) && values.expression ? values.expression : values;
  if (!isObjectLiteralExpression(object)) return null;
  const names = object.properties.map((property) =>
    (isPropertyAssignment(property) || isShorthandPropertyAssignment(property)) && isIdentifier(property.name)
      ? property.name.text
      : null,
  );
  return names.every((name) => name !== null) ? names : null;
}

function isSentence(source: Source, node: Node): boolean {
  return /^<Sentence\b/.test(node.getText(source.tree)) && 'attributes' in node;
}

function attribute(source: Source, element: Node, name: string): Node | undefined {
  return [...walk(element)].filter(isJsxAttribute).find((one) => one.name.getText(source.tree) === name)?.initializer;
}

/**
 * Literals for which `reads` holds; `${name}` in a template is written as the value it stands for.
 */
function sentencesOf(source: Source, reads: (source: Source, node: Node, text: string) => boolean): Text[] {
  return [...walk(source.tree)].flatMap((node) => {
    const english = sentenceAt(source, node);
    if (english === null || !reads(source, node, english)) return [];
    return [{ english, file: source.path, line: lineOf(source.tree, node), values: null }];
  });
}

function sentenceAt(source: Source, node: Node): string | null {
  if (isStringLiteral(node) || isNoSubstitutionTemplateLiteral(node)) return node.text;
  if (!isTemplateExpression(node)) return null;
  const pieces = node.templateSpans.map(
    (span) => `{${nameOf(span.expression.getText(source.tree))}}${span.literal.text}`,
  );
  return `${node.head.text}${pieces.join('')}`;
}

/**
 * 'order.planName' becomes 'planName', 'FIRST_MONTH_PERCENT' 'firstMonthPercent',
 * 'formatNaira(amount)' 'amount', 'hours / 24' 'hours'.
 */
function nameOf(expression: string): string {
  const last = expression.match(/\b[a-z]\w*/gi)?.at(-1) ?? 'value';
  if (!/^[A-Z0-9_]+$/.test(last)) return last;
  return last.toLowerCase().replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
}

/**
 * A message of the closed list, one of a field's rule, or a value that is shown as it is:
 * 'Excellent'.
 */
function isContractSentence(source: Source, node: Node, text: string): boolean {
  if (/^[A-Z]/.test(text) && isValueOfEnum(source, node)) return true;
  if (!/^[A-Z][^{}]*[a-z].* /.test(text) || /^Not an? /.test(text)) return false;
  const { parent } = node;
  if (isPropertyAssignment(parent)) {
    const code = isPropertyAssignment(parent.parent.parent) ? parent.parent.parent.name : null;
    const isForOthers = code !== null && isStringLiteral(code) && isForStaff(code.text);
    return parent.name.getText(source.tree) === 'message' && !isForOthers;
  }
  return (
    isCallExpression(parent) || 'initializer' in parent || isConditionalExpression(parent) || isReturnStatement(parent)
  );
}

function isValueOfEnum(source: Source, { parent }: Node): boolean {
  return (
    isArrayLiteralExpression(parent) &&
    isCallExpression(parent.parent) &&
    parent.parent.expression.getText(source.tree) === 'z.enum'
  );
}

function isForStaff(code: string): boolean {
  return code.startsWith('staff.') || othersCodes.has(code);
}

function codesOf(serves: (access: Access) => boolean): string[] {
  return endpoints.filter(({ access }) => serves(access)).flatMap(({ errors }) => errors);
}

const told = /^(Error|TypeError|RangeError)$/;

/**
 * Looks like a sentence or a label, and is not for the log, an internal error, SQL or a pattern.
 */
function isServerSentence(source: Source, node: Node, text: string): boolean {
  const own = text.replace(/\{\w+\}/g, '');
  if (!/^[A-Z\d{][^<>=]* /.test(text) || !/[a-z]{3}/.test(own) || / \d+ ?Mbps$/.test(text)) return false;
  for (let above: Node | undefined = node.parent; above; above = above.parent) {
    if (isSay(above)) return false;
    if (isNewExpression(above) && told.test(above.expression.getText(source.tree))) return false;
    if (isCallExpression(above) && isLogCall(source, above.expression)) return false;
    if (isArrowFunction(above)) break;
  }
  return true;
}

function isLogCall(source: Source, callee: Node): boolean {
  return isPropertyAccessExpression(callee) && /\blog\b|\bsql\b|^z\b|describe$/.test(callee.getText(source.tree));
}

function isBrandText(source: Source, node: Node): boolean {
  return isPropertyAssignment(node.parent) && brandTexts.has(node.parent.name.getText(source.tree));
}
