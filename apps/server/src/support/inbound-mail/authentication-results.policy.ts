/** What the receiving server found of the domain in From (RFC 7489): `none` when it says nothing of it. */
export type DmarcResult = 'pass' | 'fail' | 'none';

/**
 * Without comments, which may be in each other, and without what separates methods inside quotes: a
 * sender chooses the local part of their address, which may stand there in quotes.
 */
function withoutComments(value: string): string {
  let depth = 0;
  let quoted = false;
  let kept = '';
  for (const sign of value.replace(/\\./gs, '')) {
    if (sign === '"' && depth === 0) quoted = !quoted;
    if (quoted) kept += /[;\s()]/.test(sign) ? '' : sign;
    else if (sign === '(') depth++;
    else if (sign === ')') depth = Math.max(0, depth - 1);
    else if (depth === 0) kept += sign;
  }
  return kept;
}

/**
 * The result of DMARC in the header Authentication-Results (RFC 8601). Anybody can write such a header into
 * a mail, so only the topmost one of our own server counts: `authservId` is its name there. A pass counts
 * for the domain that it names alone, which must be that of From. `results` in the order of the mail.
 */
export function dmarcResult(
  results: readonly string[],
  { authservId, domain }: { readonly authservId: string; readonly domain: string },
): DmarcResult {
  for (const result of results) {
    const [name = '', ...methods] = withoutComments(result).split(';');
    const [id = ''] = name.trim().split(/\s+/);
    if (id.toLowerCase() !== authservId.toLowerCase()) continue;
    const dmarc = methods.map((method) => method.trim()).filter((method) => /^dmarc\s*=/i.test(method));
    const [only] = dmarc;
    if (dmarc.length !== 1 || only === undefined) return 'none';
    const [, verdict = ''] = /^dmarc\s*=\s*(\w+)/i.exec(only) ?? [];
    const [, checked = ''] = /\bheader\.from\s*=\s*"?([^\s;"]+)/i.exec(only) ?? [];
    if (verdict.toLowerCase() === 'fail') return 'fail';
    const isSame = checked.slice(checked.lastIndexOf('@') + 1).toLowerCase() === domain.toLowerCase();
    return verdict.toLowerCase() === 'pass' && isSame ? 'pass' : 'none';
  }
  return 'none';
}
