import {
  isBinaryExpression,
  isCallExpression,
  isConditionalExpression,
  isIdentifier,
  isJsxAttribute,
  isJsxExpression,
  isJsxText,
  isNoSubstitutionTemplateLiteral,
  isObjectLiteralExpression,
  isParenthesizedExpression,
  isPropertyAssignment,
  isStringLiteral,
  isTemplateExpression,
  type Node,
} from 'typescript/unstable/ast';
import { lineOf, type Source, walk } from '../source-tree.ts';
import { isTest, type Violation } from '../violation.ts';
import { customerScreens, unsaidIn } from './collect-texts.ts';

/** Texts that are the same in every language: names, units, symbols. */
const sameEverywhere =
  /\b(Paystack|Flutterwave|Quickteller|Verve|Visa|Mastercard|Facebook|Instagram|LinkedIn|WhatsApp|Mbps|Gbps|GB|TB|ms|FAQs?|USSD|SMS|Android|iPhone|React|Fastify|PostgreSQL|TypeScript)\b|\bX\b|&\w+;/g;

/** Properties that people read or hear, of elements and of our own components. */
const readProps =
  /^(aria-(label|description|roledescription|valuetext)|placeholder|title|alt|label|busyLabel|hint|description|heading|intro|detail|context|unit|caption|summary)$/;
/** The same in objects that are shown elsewhere; `toast` translates its text. */
const readFields = /^(title|label|description|hint|heading|intro|question|answer)$/;
const toasts = /^(toast|saveToastForReload)$/;

/** No text for people in the web app, or in mails, bypasses the translations. */
export function checkUntranslated(source: Source): Violation[] {
  const unsaid = unsaidIn(source).map(({ english, file, line }) => ({
    file,
    line,
    rule: 'untranslated',
    says: `"${english}" bypasses the translation: write defineMessage('…').`,
  }));
  if (unsaid.length > 0) return unsaid;
  if (!customerScreens.test(source.path) || isTest(source.path)) return [];
  return [...walk(source.tree)].flatMap((node) =>
    wordsAt(source, node).map(({ place, words }) => ({
      file: source.path,
      line: lineOf(source.tree, place),
      rule: 'untranslated',
      says: `"${words}" bypasses the translation: write t('…'), or phrase('…') in a constant.`,
    })),
  );
}

type Words = { readonly place: Node; readonly words: string };

function wordsAt(source: Source, node: Node): Words[] {
  if (isJsxText(node)) return inText(node, node.text);
  if (isJsxExpression(node) && !isJsxAttribute(node.parent)) return node.expression ? shownBy(node.expression) : [];
  if (isJsxAttribute(node)) {
    if (!readProps.test(node.name.getText(source.tree)) || !node.initializer) return [];
    return shownBy(node.initializer);
  }
  if (isPropertyAssignment(node) && isIdentifier(node.name) && readFields.test(node.name.text)) {
    return isToast(node) ? [] : shownBy(node.initializer);
  }
  return [];
}

/** The literal texts that an expression may show, in either branch of its conditions. */
function shownBy(node: Node): Words[] {
  if (isStringLiteral(node) || isNoSubstitutionTemplateLiteral(node)) return inText(node, node.text);
  if (isTemplateExpression(node)) {
    return inText(node, [node.head.text, ...node.templateSpans.map((span) => span.literal.text)].join(' '));
  }
  if (isJsxExpression(node) || isParenthesizedExpression(node)) return node.expression ? shownBy(node.expression) : [];
  if (isConditionalExpression(node)) return [...shownBy(node.whenTrue), ...shownBy(node.whenFalse)];
  if (isBinaryExpression(node)) return shownBy(node.right);
  return [];
}

function inText(place: Node, text: string): Words[] {
  const words = text.replace(sameEverywhere, '').trim().replace(/\s+/g, ' ');
  return /\p{L}/u.test(words) ? [{ place, words }] : [];
}

function isToast(property: Node): boolean {
  const object = property.parent;
  return (
    isObjectLiteralExpression(object) &&
    isCallExpression(object.parent) &&
    isIdentifier(object.parent.expression) &&
    toasts.test(object.parent.expression.text)
  );
}
