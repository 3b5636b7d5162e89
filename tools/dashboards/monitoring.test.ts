import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { findPromtool } from '../../apps/server/src/testing/promtool.ts';
import { dashboardFile, dashboards } from './write-dashboards.ts';

const ROOT = join(import.meta.dirname, '../..');
const PROMETHEUS = join(ROOT, 'deploy/prometheus');
const RUNBOOKS = join(ROOT, 'docs/runbooks');
const HEADINGS = ['What customers feel', 'How to see it', 'What to do', 'How to know it is over'];

type Alert = {
  readonly alert: string;
  readonly expr: string;
  readonly labels: { readonly severity: string };
  readonly annotations: { readonly summary: string; readonly runbook_url: string };
};
type Tests = {
  readonly tests: readonly {
    readonly name: string;
    readonly promql_expr_test?: readonly { readonly exp_samples: readonly { readonly labels: string }[] }[];
  }[];
};

const read = (...path: string[]): string => readFileSync(join(ROOT, ...path), 'utf8');
const { groups } = parse(read('deploy/prometheus/alerts.yml')) as { groups: { rules: Alert[] }[] };
const alerts = groups.flatMap(({ rules }) => rules);
const alertTests = parse(read('deploy/prometheus/alerts.test.yml'), { maxAliasCount: 1000 }) as Tests;
const folder = mkdtempSync(join(tmpdir(), 'alerts-'));
afterAll(() => rmSync(folder, { recursive: true }));

const kebab = (name: string): string => name.replaceAll(/(?<!^)(?=[A-Z])/g, '-').toLowerCase();
const fileOf = ({ alert }: Alert): string => `${kebab(alert)}.md`;

function promtool(...args: string[]): { readonly status: number | null; readonly printed: string } {
  const program = findPromtool();
  if (program === null) throw new Error('promtool is missing: apt-get install -y prometheus, or run npm test');
  const { status, stdout, stderr } = spawnSync(program, args, { cwd: PROMETHEUS, encoding: 'utf8' });
  return { status, printed: stdout + stderr };
}

/** Names of metrics in an expression, without the suffixes of histograms. */
function metricsIn(expr: string): string[] {
  const bare = expr.replaceAll(/"[^"]*"|\{[^}]*\}|\[[^\]]*\]|\b(?:by|on) \([^)]*\)/g, ' ');
  const names = [...bare.matchAll(/\b([a-z]\w*_\w+)\b(?!\s*\()/g)].map(([, name = '']) => name);
  return names.map((name) => name.replace(/_(bucket|sum|count)$/, ''));
}

describe('an alert', () => {
  it('is written as Prometheus reads it', () => {
    expect(promtool('check', 'config', '--syntax-only', 'prometheus.yml').status).toBe(0);
  });

  // Each by itself: all together take longer than a test may.
  it.each(alertTests.tests)('$name fires when its cause is there, alone, and falls silent afterwards', (test) => {
    const file = join(folder, 'one-alert.test.yml');
    writeFileSync(file, JSON.stringify({ ...alertTests, rule_files: [join(PROMETHEUS, 'alerts.yml')], tests: [test] }));
    const { status, printed } = promtool('test', 'rules', file);
    expect([printed, status]).toEqual([expect.stringContaining('SUCCESS'), 0]);
  });

  it('has a test that expects silence, the alert, and silence again', () => {
    const shown = alertTests.tests.filter(({ promql_expr_test: steps = [], name }) => {
      const [before, during, after] = steps.map(({ exp_samples: samples }) =>
        samples.map(({ labels }) => labels).join(),
      );
      return before === '' && during?.includes(`alertname="${name}"`) && after === '';
    });
    expect(shown.map(({ name }) => name).toSorted()).toEqual(alerts.map(({ alert }) => alert).toSorted());
  });

  it('has a severity, says what is wrong, and links its runbook', () => {
    for (const alert of alerts) {
      expect(['critical', 'warning'], alert.alert).toContain(alert.labels.severity);
      expect(alert.annotations.summary).toMatch(/\.$/);
      expect(alert.annotations.runbook_url).toBe(`{{ $externalLabels.runbooks }}/${fileOf(alert)}`);
    }
  });

  it('has a runbook that answers the four questions, and no runbook is without its alert', () => {
    const pages = readdirSync(RUNBOOKS).filter((name) => name !== 'README.md');
    expect(pages.toSorted()).toEqual(alerts.map(fileOf).toSorted());
    const index = read('docs/runbooks/README.md');
    for (const alert of alerts) {
      const page = read('docs/runbooks', fileOf(alert));
      expect(page.split('\n')[0]).toBe(`# ${alert.alert}`);
      expect([...page.matchAll(/^## (.*)$/gm)].map(([, heading]) => heading)).toEqual(HEADINGS);
      expect(index).toContain(`(${fileOf(alert)})`);
    }
  });
});

describe('a dashboard', () => {
  it('is what its source says', () => {
    for (const { path, text } of dashboards.map(dashboardFile)) expect(readFileSync(path, 'utf8')).toBe(text);
  });

  it('asks only for metrics that are documented, as alerts do', () => {
    const documented = new Set([...read('docs/metrics.md').matchAll(/^\| `(\w+)` \|/gm)].map(([, name]) => name));
    const queries = dashboards.flatMap(({ panels }) =>
      panels.flatMap((panel) => panel.queries.map(({ expr }) => expr)),
    );
    const asked = [...queries, ...alerts.map(({ expr }) => expr)].flatMap(metricsIn);
    const unknown = asked.filter((name) => !documented.has(name) && !/^(process|nodejs)_/.test(name));
    expect(new Set(unknown)).toEqual(new Set());
    expect(new Set(asked).size).toBeGreaterThan(20);
  });
});
