import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Manifest } from 'vite';
import { filesOf } from './chunks.ts';

const KB = 1024;
const FONTS = ['fonts/overpass-latin.woff2', 'fonts/overpass-nigeria.woff2'];
const ENTRY = 'index.html';

export type Measure = { name: string; value: number; limit: number; unit: 'KB' | 'requests' };

/**
 * Transferred bytes, brotli where there is a `.br`, against the budgets of docs/architecture
 * (section 3).
 */
export function measure(dist: string, manifest: Manifest): Measure[] {
  const client = join(dist, 'client');
  const sizeOf = (path: string) => statSync(existsSync(`${path}.br`) ? `${path}.br` : path).size;
  const total = (files: readonly string[]) => files.reduce((sum, file) => sum + sizeOf(join(client, file)), 0);
  const scripts = (page: string) => [...new Set([...filesOf(manifest, ENTRY), ...filesOf(manifest, page)])];
  const landing = scripts('src/pages/site/landing/landing-page.tsx');
  const pay = scripts('src/pages/billing/pay-page.tsx');
  const overview = scripts('src/pages/dashboard/dashboard-page.tsx');
  const html = sizeOf(join(dist, 'pages/index.html'));
  const icon = sizeOf(join(client, 'favicon.svg'));
  const beforeScript = html + total(FONTS);
  return [
    { name: 'landing, script', value: total(landing) / KB, limit: 92, unit: 'KB' },
    { name: 'landing, before any script', value: beforeScript / KB, limit: 65, unit: 'KB' },
    { name: 'landing, everything', value: (beforeScript + icon + total(landing)) / KB, limit: 150, unit: 'KB' },
    { name: 'landing', value: 1 + FONTS.length + landing.length + 1, limit: 8, unit: 'requests' },
    { name: 'paying without signing in, script', value: total(pay) / KB, limit: 92, unit: 'KB' },
    { name: 'signed-in overview, script', value: total(overview) / KB, limit: 135, unit: 'KB' },
  ];
}

/** Prints each measure and throws when one is over its limit. */
export function checkBudgets(measures: readonly Measure[]): void {
  for (const { name, value, limit, unit } of measures) {
    const shown = unit === 'KB' ? value.toFixed(3) : String(value);
    console.log(`${value > limit ? 'OVER' : '  ok'}  ${name}: ${shown} of ${limit} ${unit}`);
  }
  const over = measures.filter(({ value, limit }) => value > limit);
  if (over.length > 0) throw new Error(`over budget: ${over.map(({ name }) => name).join('; ')}`);
}
