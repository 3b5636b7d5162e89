import { createHash } from 'node:crypto';
import { brand } from '@portal/brand';
import { escapeHtml } from '../../../platform/http/pages/escape-html.ts';
import { type InvoiceDocument, registrationSentence } from './invoice-document.ts';
import { QUIET_MODULES, qrCodeOf } from './qr-code.ts';

const { primary, accent } = brand.colours;

const STYLE = `:root{color-scheme:light dark;--paper:#f5f2ea;--sheet:#fffefa;--ink:#121a16;--muted:#56605b;--line:#dcd9cd;--brand:${primary.light};--dot:${accent.light}}
@media(prefers-color-scheme:dark){:root{--paper:#0b100d;--sheet:#141b17;--ink:#eef2ef;--muted:#a9b3ae;--line:#313a35;--brand:${primary.dark};--dot:${accent.dark}}}
*{box-sizing:border-box}body{font:16px/1.5 ${brand.fontStack};margin:0;padding:1rem;background:var(--paper);color:var(--ink)}
main{max-width:48rem;margin:0 auto;background:var(--sheet);border:1px solid var(--line);border-radius:${brand.radii.panel}px;padding:1.5rem}
h1,h2,p,dl,dd{margin:0}h1{font-size:1.9rem;line-height:1.15;letter-spacing:-.02em;font-weight:600}h2{font-size:.85rem;font-weight:400;color:var(--muted)}
a{color:var(--brand);font-weight:600}.muted{color:var(--muted)}.small{font-size:.9rem}
.top{display:flex;flex-wrap:wrap;justify-content:space-between;align-items:center;gap:.75rem;padding-bottom:1.25rem;border-bottom:1px solid var(--line)}
.brand{display:flex;align-items:center;gap:.6rem;font-weight:600;font-size:1.1rem}.brand svg{width:30px;height:22px;overflow:visible}
.stamp{border:1.5px solid var(--brand);color:var(--brand);border-radius:6px;padding:.1rem .7rem;font-weight:600}
.head{display:grid;gap:1.25rem;padding:1.5rem 0}.sum{font-size:2.4rem;line-height:1.1;letter-spacing:-.03em;white-space:nowrap}.long .sum{font-size:clamp(1.2rem,6.5vw,1.7rem)}
.parties{display:grid;gap:1.25rem;padding:1.25rem 0;border-top:1px solid var(--line)}.parties p{overflow-wrap:anywhere;white-space:pre-line}.parties h2+p{font-weight:600}
dl{display:grid;grid-template-columns:minmax(0,8rem) 1fr;gap:.45rem 1rem;padding:1.25rem 0;border-top:1px solid var(--line)}dt{color:var(--muted)}dd{text-align:right;overflow-wrap:anywhere}
table{width:100%;border-collapse:collapse}th,td{text-align:left;font-weight:400;padding:.6rem 0;border-bottom:1px solid var(--line);vertical-align:top}
thead th{color:var(--muted);font-size:.85rem}td,thead th+th{text-align:right;padding-left:1.5rem;white-space:nowrap;font-variant-numeric:tabular-nums}
tfoot th,tfoot td{border:0;padding:.3rem 0}tfoot th{color:var(--muted)}tfoot tr:first-child>*{padding-top:.8rem}tfoot tr:last-child>*{font-weight:600;font-size:1.15rem;color:var(--ink)}
.registration{display:flex;flex-wrap:wrap;align-items:center;justify-content:center;gap:1.25rem 1.75rem;margin-top:1.5rem;padding-top:1.5rem;border-top:1px solid var(--line);break-inside:avoid}.registration svg{flex:none;border-radius:6px;box-shadow:0 0 0 1px var(--line)}.registration :is(p,div){min-width:0}.registration>:not(svg){flex:1 1 14rem}.registration p+div{margin-top:.75rem}.registration .irn{overflow-wrap:anywhere}
.notes{display:grid;gap:.5rem;margin-top:1.25rem}nav{margin-top:1.5rem;padding-top:1.25rem;border-top:1px solid var(--line)}nav a{display:inline-block;padding:.6rem 0}
@media screen{.registration svg{width:243px;height:243px}}
@media(min-width:40rem){dl{grid-template-columns:auto 1fr}body{padding:2.5rem 1rem}main{padding:2.5rem}.head,.parties{grid-template-columns:1fr 1fr}.head div+div{text-align:right}}
@media(max-width:30rem){.long :is(th,td){font-size:.8rem;overflow-wrap:anywhere}.long :is(td,thead th+th){padding-left:.5rem}.long tfoot tr:last-child>*{font-size:.8rem}main{padding:1rem}}
@media print{:root{color-scheme:light;--paper:#fff;--sheet:#fff;--ink:#000;--muted:#444;--line:#bbb;--brand:${primary.light};--dot:${accent.light}}body{padding:0}main{border:0;padding:0;max-width:none}nav{display:none}.registered,.registered body{font-size:13px}.head,.parties{grid-template-columns:1fr 1fr}}`;

/** ₦999,999.99, in characters: more would be wider than a phone in the largest letters. */
const LONGEST_LARGE_SUM = 11;

const STYLE_HASH = createHash('sha256').update(STYLE).digest('base64');

/** Allows such a page nothing but its own style sheet. */
export const INVOICE_PAGE_POLICY = `default-src 'none'; style-src 'sha256-${STYLE_HASH}'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'`;

function mark({ path, dot }: InvoiceDocument['logo']): string {
  const circle = dot ? `<circle cx="${dot.x}" cy="${dot.y}" r="${dot.radius}" fill="var(--dot)"/>` : '';
  return `<svg viewBox="0 0 30 22" aria-hidden="true"><path d="${escapeHtml(path)}" fill="none" stroke="var(--brand)" stroke-width="3" stroke-linecap="round"/>${circle}</svg>`;
}

function rows(facts: InvoiceDocument['facts']): string {
  const cells = facts.map(
    ({ label, value }) => `<tr><th scope="row">${escapeHtml(label)}</th><td>${escapeHtml(value)}</td></tr>`,
  );
  return cells.join('');
}

function party(heading: string, lines: readonly string[]): string {
  return `<div><h2>${heading}</h2>${lines.map((line) => `<p>${escapeHtml(line)}</p>`).join('')}</div>`;
}

function facts(document: InvoiceDocument): string {
  const pairs = document.facts.map(({ label, value }) => `<dt>${escapeHtml(label)}</dt><dd>${escapeHtml(value)}</dd>`);
  return `<dl>${pairs.join('')}</dl>`;
}

/** Black on white in both themes, as readers expect it, half a millimetre a module on paper. */
function code(text: string): string {
  const { modules, path } = qrCodeOf(text);
  const size = modules + 2 * QUIET_MODULES;
  const box = `viewBox="${-QUIET_MODULES} ${-QUIET_MODULES} ${size} ${size}" width="${size / 2}mm" height="${size / 2}mm"`;
  return `<svg ${box} role="img" aria-label="QR code of the registration" shape-rendering="crispEdges"><path d="M${-QUIET_MODULES} ${-QUIET_MODULES}h${size}v${size}h-${size}z" fill="#fff"/><path d="${path}" fill="#000"/></svg>`;
}

function registration(document: InvoiceDocument): string {
  const sentence = registrationSentence(document);
  if (sentence === null) return '';
  const { registration } = document;
  if (registration === undefined || registration === 'waiting')
    return `<div class="registration"><p class="muted">${escapeHtml(sentence)}</p></div>`;
  const number = `<p class="muted small">Invoice reference number (IRN)</p><p class="irn">${escapeHtml(registration.irn)}</p>`;
  return `<div class="registration">${registration.qrText === null ? '' : code(registration.qrText)}<div><p><strong>${escapeHtml(sentence)}</strong></p><div>${number}</div></div></div>`;
}

/**
 * An invoice as a page that loads nothing from outside, reads well on a phone and prints on one
 * sheet. Every value is escaped. `isApart`: as a file of its own, which
 * leads nowhere.
 */
export function renderInvoicePage(document: InvoiceDocument, { isApart = false } = {}): string {
  const { title, number, stamp, sum, notes } = document;
  const name = escapeHtml(document.brandName);
  const long = [sum, ...document.lines, ...document.totals].some(({ value }) => value.length > LONGEST_LARGE_SUM);
  return `<!doctype html>
<html lang="en"${document.registration ? ' class="registered"' : ''}><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<title>${escapeHtml(`${title} ${number}`)}, ${name}</title><style>${STYLE}</style></head>
<body><main${long ? ' class="long"' : ''}><div class="top"><p class="brand">${mark(document.logo)}${name}</p>${stamp ? `<p class="stamp">${stamp}</p>` : ''}</div>
<div class="head"><div><h1>${escapeHtml(title)}</h1><p class="muted">${escapeHtml(number)}</p></div>
<div><p class="muted small">${escapeHtml(sum.label)}</p><p class="sum">${escapeHtml(sum.value)}</p></div></div>
<div class="parties">${party('From', document.seller)}${party('To', document.buyer)}</div>
${facts(document)}
<table><thead><tr><th scope="col">Description</th><th scope="col">Amount</th></tr></thead><tbody>${rows(document.lines)}</tbody><tfoot>${rows(document.totals)}</tfoot></table>
${notes.length > 0 ? `<div class="notes">${notes.map((note) => `<p>${escapeHtml(note)}</p>`).join('')}</div>` : ''}
${registration(document)}
${isApart ? '' : '<nav><a href="pdf" download>Download as PDF</a></nav>'}</main></body></html>`;
}
