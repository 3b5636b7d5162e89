import { createHash } from 'node:crypto';
import { TELEPHONE_SCRIPT } from './telephone-script.ts';

const STYLE = `:root{color-scheme:light dark;--paper:#f6f5f0;--ink:#16201b;--soft:#4c5a52;--line:#838b80;--sheet:#fff;--body:#22302a;--key:#33463d;--screen:#cfe3c2;--lit:#12240f;--strong:#0b5d3f;--on-strong:#fff}
@media(prefers-color-scheme:dark){:root{--paper:#101613;--ink:#eef2ee;--soft:#b3c0b8;--line:#66736b;--sheet:#18211c;--body:#0a0f0c;--key:#2a3a32;--screen:#b9d1aa;--strong:#7fd6ad;--on-strong:#06251a}}
*{box-sizing:border-box}body{margin:0 auto;max-width:1040px;padding:24px 16px 48px;background:var(--paper);color:var(--ink);font:16px/1.5 system-ui,sans-serif}
h1{margin:0 0 4px;font-size:26px;line-height:1.2}h2{margin:0 0 12px;font-size:20px}p{margin:0 0 16px;color:var(--soft)}
.parts{display:grid;gap:32px;margin-top:24px}@media(min-width:860px){.parts{grid-template-columns:340px minmax(0,1fr);gap:56px}}
label{display:block;margin-bottom:4px;font-weight:600}input{width:100%;min-height:44px;padding:8px 12px;border:1px solid var(--line);border-radius:8px;background:var(--sheet);color:var(--ink);font:inherit}
input[type=checkbox]{width:20px;min-height:20px;height:20px;margin:0}.check{display:flex;gap:8px;align-items:center;margin:16px 0 0;font-weight:400}
.phone{width:100%;max-width:340px;margin:0 auto;padding:20px;border-radius:36px;background:var(--body);box-shadow:0 8px 32px rgb(0 0 0/.25)}
.phone::before{content:"";display:block;width:56px;height:6px;margin:0 auto 14px;border-radius:3px;background:var(--key)}
.screen{display:block;min-height:232px;padding:14px;border-radius:10px;background:var(--screen);color:var(--lit);font:15px/1.45 ui-monospace,monospace;white-space:pre-wrap;overflow-wrap:anywhere}
.phone input{margin:12px 0;border-color:transparent;background:var(--screen);color:var(--lit);font:18px ui-monospace,monospace}
.keys{display:grid;grid-template-columns:repeat(3,1fr);gap:8px}
button{min-height:44px;padding:8px 12px;border:1px solid var(--line);border-radius:8px;background:var(--sheet);color:var(--ink);font:600 16px/1.25 system-ui,sans-serif;cursor:pointer}
button:disabled{opacity:.55;cursor:default}.phone button{border-color:transparent;background:var(--key);color:#f4f7f4}
button.strong,.phone button.strong{border-color:transparent;background:var(--strong);color:var(--on-strong)}.phone button.end{background:#8c2f2a;color:#fff}
:focus-visible{outline:3px solid var(--strong);outline-offset:2px}.phone :focus-visible{outline-color:#fff}
.row{display:flex;flex-wrap:wrap;gap:8px;margin-top:12px}.texter{display:grid;grid-template-columns:minmax(0,1fr) auto;gap:8px;align-items:end}
ul{margin:16px 0 0;padding:0;list-style:none}li{max-width:560px;margin-bottom:12px;padding:12px 16px;border-radius:16px 16px 16px 4px;background:var(--sheet);border:1px solid var(--line);overflow-wrap:anywhere;white-space:pre-wrap}
time{font-size:13px;color:var(--soft)}a{color:var(--strong)}.number{max-width:340px}`;

const KEYS = ['1', '2', '3', '4', '5', '6', '7', '8', '9', '*', '0', '#'];
const WORDS = ['BAL', 'FAULT', 'PAY ', 'CALL', 'STOP', 'START', 'HELP'];

const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (letter) => `&#${letter.charCodeAt(0)};`);

const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/** Only its own style and script, and calls to the portal that it came from. */
export const TELEPHONE_POLICY = `default-src 'none'; style-src ${hashOf(STYLE)}; script-src ${hashOf(TELEPHONE_SCRIPT)}; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;

/** A drawn telephone: what it dials is answered by the portal's own webhook. */
export function telephonePage({ code, brandName, number }: Readonly<Record<'code' | 'brandName' | 'number', string>>) {
  const keys = KEYS.map((key) => `<button type="button" data-key="${key}">${key}</button>`).join('');
  const words = WORDS.map((word) => `<button type="button" data-word="${word}">${word.trim()}</button>`).join('');
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<title>Telephone (test)</title><style>${STYLE}</style></head><body data-code="${escapeHtml(code)}"><main><h1>Telephone</h1>
<p>A phone without data, to try the menu of ${escapeHtml(brandName)}. It calls the portal as a USSD gateway and an SMS provider do. Test installations only.</p>
<div class="number"><label for="number">Number of this phone</label><input id="number" type="tel" value="${escapeHtml(number)}" autocomplete="off"></div>
<div class="parts"><section aria-label="USSD"><form id="dialler" class="phone" autocomplete="off">
<output id="screen" class="screen" aria-live="polite">Dial ${escapeHtml(code)}</output>
<input id="entry" aria-label="What you type" placeholder="${escapeHtml(code)}" inputmode="text" spellcheck="false">
<div class="keys">${keys}<button class="end" type="button" id="hang-up" disabled>Cancel</button><button type="button" id="erase" aria-label="Erase the last sign">&#9003;</button><button class="strong" id="send">Dial</button></div></form>
<label class="check"><input type="checkbox" id="twice"> Send each request twice, as gateways may</label></section>
<section aria-labelledby="texts-heading"><h2 id="texts-heading">Texts</h2>
<form id="texter" autocomplete="off"><div class="texter"><div><label for="words">Text to ${escapeHtml(brandName)}</label><input id="words" maxlength="500" required></div><button class="strong">Send</button></div>
<div class="row">${words}</div></form><p id="sent" role="status" class="row"></p>
<div class="row"><button type="button" id="refresh">Look for new texts</button></div>
<ul id="texts"></ul><p id="no-texts">No texts to this number yet.</p></section></div></main><script>${TELEPHONE_SCRIPT}</script></body></html>`;
}
