import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { listScripts, purposesOf } from './script-inventory.ts';

describe('the purposes of a script', () => {
  const declared = { react: 'draws the pages', 'apps/web/src/shared': 'controls', 'apps/web/src/shared/api': 'calls' };

  it('are those of its parts, the nearest folder first, each once', () => {
    const parts = ['react', 'apps/web/src/shared/ui/button.tsx', 'apps/web/src/shared/api/call.ts', 'react'];
    expect(purposesOf('a.js', parts, declared)).toEqual(['calls', 'controls', 'draws the pages']);
  });

  it.each(['react-tracker', 'apps/web/src/shared-by-others/spy.ts'])('must be declared: %s', (part) => {
    expect(() => purposesOf('a.js', [part], declared)).toThrow(`${part} is in a.js, and nobody has said what for`);
  });
});

describe('the inventory of scripts', () => {
  const client = mkdtempSync(join(tmpdir(), 'portal-scripts-'));
  afterEach(() => rmSync(client, { recursive: true }));

  it('lists what the site can load, with its hash, and what payment pages load', () => {
    const chunk = (file: string, imports: string[] = [], dynamicImports: string[] = []) => ({
      file,
      imports,
      dynamicImports,
    });
    const manifest = {
      'index.html': chunk('start.js', [], ['src/pages/billing/payment-page.tsx', 'src/pages/site/about.tsx']),
      'src/pages/billing/payment-page.tsx': chunk('pay.js', ['_form.js'], ['src/features/billing/late.tsx']),
      'src/pages/site/about.tsx': chunk('about.js', ['index.html']),
      'src/features/billing/late.tsx': chunk('late.js'),
      'admin.html': chunk('console.js'),
      '_form.js': chunk('form.js'),
    };
    for (const file of ['start', 'pay', 'about', 'late', 'form', 'service-worker'])
      writeFileSync(join(client, `${file}.js`), '');
    const scripts = listScripts(client, manifest, new Map([['start.js', ['react', 'apps/web/src/main.tsx']]]));
    expect(scripts.map(({ file, onPaymentPages }) => [file, onPaymentPages])).toEqual([
      ['about.js', false],
      ['form.js', true],
      ['late.js', true],
      ['pay.js', true],
      ['start.js', true],
      ['service-worker.js', true],
    ]);
    expect(scripts[4]).toMatchObject({
      // The hash of nothing.
      integrity: 'sha384-OLBgp1GsljhM2TJ+sbHjaiH9txEUvgdDTAzHv2P24donTt6/529l+9Ua0vFImLlb',
      purposes: ['draws the pages', 'starts the website'],
    });
  });
});
