import { brand } from '@portal/brand';
import { formatLagosDateTime } from '@portal/kernel/calendar';
import { type PersonalData, PURPOSES } from '../../platform/database/personal-data/declarations.ts';
import type { PersonalRow } from '../../platform/database/personal-data/read-personal-data.ts';
import { escapeHtml } from '../../platform/http/escape-html.ts';

const readable = (name: string) => escapeHtml(name.replaceAll('_', ' '));

const STYLE = `body{font:16px/1.5 system-ui,sans-serif;margin:2rem auto;max-width:60rem;padding:0 1rem;color-scheme:light dark}
h2{margin:2.5rem 0 0;text-transform:capitalize}dl{border-top:1px solid;display:grid;gap:.25rem 1rem;grid-template-columns:minmax(8rem,14rem) 1fr;margin:1rem 0;padding-top:.75rem}
dt{font-weight:600}dd{margin:0;overflow-wrap:anywhere;white-space:pre-wrap}`;

/** The beginning of the page, which stands alone: it loads nothing and runs nothing. */
export function pageHead(at: Date): string {
  const name = escapeHtml(brand.name);
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Your data at ${name}</title><style>${STYLE}</style></head><body><h1>Your data at ${name}</h1>
<p>Everything that we held about you on ${formatLagosDateTime(at)}, as we store it. Passwords and other secrets are left out. The files that you sent us are in your tickets.</p>\n`;
}

/** The heading of one table. */
export function tableHead({ table, purpose, retention }: PersonalData): string {
  const months = typeof retention === 'string' ? '' : ` Kept for ${retention.months} months.`;
  return `<h2>${readable(table)}</h2><p>${escapeHtml(PURPOSES[purpose].words)}.${months}</p>\n`;
}

function shown(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value, null, 1);
}

/** One row; what it does not say is left out. */
export function pageRow(row: PersonalRow): string {
  const fields = Object.entries(row)
    .filter(([, value]) => value !== null && value !== '')
    .map(([column, value]) => `<dt>${readable(column)}</dt><dd>${escapeHtml(shown(value))}</dd>`);
  return `<dl>${fields.join('')}</dl>\n`;
}

export const PAGE_END = '</body></html>\n';
