import { createHash } from 'node:crypto';
import { escapeHtml } from '../../http/escape-html.ts';
import type { InvoiceDocument } from './invoice-document.ts';

const STYLE = `:root{color-scheme:light dark;--line:#d8dcda;--muted:#56605b}
@media(prefers-color-scheme:dark){:root{--line:#3a423e;--muted:#a9b3ae}}
body{font:16px/1.5 system-ui,sans-serif;max-width:44rem;margin:0 auto;padding:2rem 1rem}
h1{font-size:1.6rem;line-height:1.2;margin:0 0 .25rem}h2{font-size:1rem;margin:0 0 .25rem}
.parties{display:flex;flex-wrap:wrap;gap:1.5rem 3rem;margin:1.5rem 0}p{margin:0}.muted{color:var(--muted)}
.stamp{display:inline-block;border:2px solid;border-radius:4px;padding:0 .5rem;font-weight:700}
table{width:100%;border-collapse:collapse;margin:0 0 1.5rem}th,td{text-align:left;font-weight:400;padding:.5rem 1rem .5rem 0;border-bottom:1px solid var(--line);vertical-align:top;overflow-wrap:anywhere}
td{text-align:right;padding-right:0;font-variant-numeric:tabular-nums}.totals tr:last-child *{font-weight:700}
@media print{:root{color-scheme:light;--line:#bbb;--muted:#444}body{padding:0}nav{display:none}}`;

const STYLE_HASH = createHash('sha256').update(STYLE).digest('base64');

/** The only thing that such a page may use is its own style sheet. */
export const INVOICE_PAGE_POLICY = `default-src 'none'; style-src 'sha256-${STYLE_HASH}'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'`;

function table(rows: InvoiceDocument['facts'], kind: string, caption: string): string {
  const body = rows.map(
    ({ label, value }) => `<tr><th scope="row">${escapeHtml(label)}</th><td>${escapeHtml(value)}</td></tr>`,
  );
  return `<table class="${kind}" aria-label="${escapeHtml(caption)}"><tbody>${body.join('')}</tbody></table>`;
}

function party(heading: string, lines: readonly string[]): string {
  return `<div><h2>${heading}</h2>${lines.map((line) => `<p>${escapeHtml(line)}</p>`).join('')}</div>`;
}

/** An invoice as a page that needs nothing from outside, reads well on a telephone and prints on one sheet. Every value is shown as the text it is. */
export function drawInvoicePage(document: InvoiceDocument): string {
  const { title, number, stamp } = document;
  const heading = escapeHtml(`${title} ${number}`);
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<title>${heading}, ${escapeHtml(document.brandName)}</title><style>${STYLE}</style></head>
<body><main><p class="muted">${escapeHtml(document.brandName)}</p><h1>${heading}</h1>
${stamp ? `<p class="stamp">${stamp}</p>` : ''}
<div class="parties">${party('From', document.seller)}${party('To', document.buyer)}</div>
${table(document.facts, 'facts', 'Details')}${table(document.lines, 'lines', 'What it is for')}${table(document.totals, 'totals', 'Total')}
${document.notes.map((note) => `<p>${escapeHtml(note)}</p>`).join('')}
<nav><p><a href="pdf" download>Download as PDF</a></p></nav></main></body></html>`;
}
