import { brand } from '@portal/brand';
import { formatLagosDateTime } from '@portal/kernel/calendar';
import { type PersonalData, PURPOSES } from '../../platform/database/personal-data/declarations.ts';
import type { PersonalRow } from '../../platform/database/personal-data/read-personal-data.ts';
import { escapeHtml } from '../../platform/http/pages/escape-html.ts';

/** The name of a table or column, in words. */
function readable(name: string): string {
  const words = name.replaceAll('_', ' ');
  return escapeHtml(words.charAt(0).toUpperCase() + words.slice(1));
}

const LINE = '1px solid color-mix(in srgb,currentColor 22%,transparent)';

const STYLE = `:root{color-scheme:light dark}body{font:400 16px/1.5 ${brand.fontStack};margin:3rem auto;max-width:52rem;padding:0 1rem;overflow-wrap:anywhere}
h1{font-size:2rem;line-height:1.1;margin:0 0 1rem}details{border-top:${LINE}}details:last-of-type{border-bottom:${LINE}}
summary{cursor:pointer;padding:.75rem 0}summary h2{display:inline;font-size:1.125rem}summary p{margin:0;opacity:.75}
dl{border-top:${LINE};display:grid;gap:.25rem 1.5rem;grid-template-columns:12rem 1fr;margin:0;padding:1rem 0}
dt{opacity:.75}dd{margin:0;white-space:pre-wrap}
@media (max-width:36rem){dl{grid-template-columns:1fr;gap:0}dt{font-size:.875rem}dd{margin-bottom:.5rem}}
@media print{details::details-content{content-visibility:visible;block-size:auto}}`;

/** The beginning of the page, which stands alone: it loads nothing and runs nothing. */
export function pageHead(at: Date): string {
  const name = escapeHtml(brand.name);
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Your data at ${name}</title><style>${STYLE}</style></head><body><h1>Your data at ${name}</h1>
<p>Everything that we held about you on ${formatLagosDateTime(at)}, as we store it. Passwords and other secrets are left out. The files that you sent us are in your tickets.</p>
<p>Open a heading to read what is under it.</p>\n`;
}

/** The beginning of one table. */
export function tableHead({ table, purpose, retention }: PersonalData): string {
  const months = typeof retention === 'string' ? '' : ` Kept for ${retention.months} months.`;
  return `<details><summary><h2>${readable(table)}</h2><p>${escapeHtml(PURPOSES[purpose].words)}.${months}</p></summary>\n`;
}

export const TABLE_END = '</details>\n';

/** A moment of the database, as JSON has it. */
const MOMENT = /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d:\d\d)(?:\.\d+)?\+00:00$/;

function shown(value: unknown): string {
  return typeof value === 'string' ? value.replace(MOMENT, '$1 $2 UTC') : JSON.stringify(value, null, 1);
}

/** One row; what it does not say is left out. */
export function pageRow(row: PersonalRow): string {
  const fields = Object.entries(row)
    .filter(([, value]) => value !== null && value !== '')
    .map(([column, value]) => `<dt>${readable(column)}</dt><dd>${escapeHtml(shown(value))}</dd>`);
  return `<dl>${fields.join('')}</dl>\n`;
}

export const PAGE_END = '</body></html>\n';
