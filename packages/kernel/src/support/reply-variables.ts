/** What a saved reply may leave to be filled in: `{firstName}` in its text. */
export const replyVariables = ['firstName', 'ticketNumber', 'planName', 'paidUntil', 'amountDue', 'agentName'] as const;
export type ReplyVariable = (typeof replyVariables)[number];

const known: ReadonlySet<string> = new Set(replyVariables);
const isVariable = (name: string): name is ReplyVariable => known.has(name);

/** The names in braces that are no variables, each once: what was mistyped. */
export function unknownVariables(text: string): string[] {
  const names = [...text.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  return [...new Set(names)].filter((name) => !isVariable(name));
}

/** How a variable without a value stands in the text, for somebody to replace it: "[[planName]]". */
export const markOf = (name: ReplyVariable): string => `[[${name}]]`;

/**
 * The text with the values, and the variables that have none, each once. Those are marked, never left
 * blank. Values are taken as they are: one with braces is not filled again.
 */
export function fillReply(
  text: string,
  values: Readonly<Record<ReplyVariable, string | null>>,
): { readonly text: string; readonly missing: ReplyVariable[] } {
  const missing = new Set<ReplyVariable>();
  const filled = text.replace(/\{(\w+)\}/g, (braces, name: string) => {
    if (!isVariable(name)) return braces;
    const value = values[name];
    if (value === null) missing.add(name);
    return value ?? markOf(name);
  });
  return { text: filled, missing: [...missing] };
}

/** The first mark that nobody has replaced yet, and where it is; null when there is none. */
export function findMark(text: string): { readonly name: ReplyVariable; readonly start: number } | null {
  for (const { 1: name = '', index } of text.matchAll(/\[\[(\w+)\]\]/g)) {
    if (isVariable(name)) return { name, start: index };
  }
  return null;
}
