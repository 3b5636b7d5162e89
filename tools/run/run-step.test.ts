import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { countPlaywright, countSummaryLine, countVitest } from './count-tests.ts';
import { runSteps, type Step } from './run-step.ts';

const folder = mkdtempSync(join(tmpdir(), 'portal-steps-'));
afterAll(() => rmSync(folder, { recursive: true }));

let printed = '';
beforeEach(() => {
  printed = '';
  const log = vi.spyOn(console, 'log').mockImplementation((line: string) => {
    printed += `${line}\n`;
  });
  return () => log.mockRestore();
});

function step(script: string, rest: Partial<Step> = {}): Step {
  return { name: 'step under test', command: [process.execPath, '-e', script], limitMinutes: 1, ...rest };
}

/** Empty for a process that has ended, also before its parent has reaped it. */
function commandOf(pid: number): string {
  const path = `/proc/${pid}/cmdline`;
  return existsSync(path) ? readFileSync(path, 'utf8') : '';
}

function writeReport(report: object): string {
  const path = join(folder, 'report.json');
  writeFileSync(path, JSON.stringify(report));
  return path;
}

describe('a run of steps', () => {
  it('sums the counts of its steps, and continues after a failed one', async () => {
    const counted = step('console.log("12 passed, 3 failed")', { count: countSummaryLine });
    expect(await runSteps([step('process.exit(2)'), counted, step('')])).toEqual({ passed: 13, failed: 4 });
  });

  it('names the tests that failed, or the step itself', async () => {
    const named = step('process.exit(1)', { failedTests: () => ['pay.test.ts: settles once'] });
    await runSteps([named, step('process.exit(1)'), step('')]);
    const names = printed.split('\n').filter((line) => line.startsWith('failed: '));
    expect(names).toEqual(['failed: pay.test.ts: settles once', 'failed: step under test']);
  });

  it('runs two steps of a group at once', async () => {
    const meet = (own: string, other: string) =>
      step(
        `const { existsSync, writeFileSync } = require('fs'); writeFileSync('${join(folder, own)}', '');
         setInterval(() => existsSync('${join(folder, other)}') && process.exit(0), 5)`,
        { name: `step ${own}`, limitMinutes: 0.2 },
      );
    expect(await runSteps([[meet('a', 'b'), meet('b', 'a')], step('')])).toEqual({ passed: 3, failed: 0 });
  });

  it('shows the end of the output of a step that failed', async () => {
    await runSteps([step('console.log("the reason"); process.exit(1)')]);
    expect(printed).toContain('the reason');
  });

  it.each([
    ['ends badly though every test passed', 'console.log("5 passed, 0 failed"); process.exit(1)'],
    ['ran no test', 'console.log("0 passed, 0 failed")'],
    ['never came to its sum', 'process.kill(process.pid, "SIGKILL")'],
  ])('a step that %s has failed', async (_what, script) => {
    expect(await runSteps([step(script, { count: countSummaryLine })])).toMatchObject({ failed: 1 });
  });

  it('a step that takes too long is ended with all its processes', async () => {
    const child =
      'const { pid } = require("child_process").spawn("sleep", ["60"]); console.log(pid); setInterval(() => {}, 1000)';
    let sleeper = 0;
    const slow = step(child, {
      limitMinutes: 1 / 60,
      count: (log) => {
        sleeper = Number(log);
        return { passed: 0, failed: 1 };
      },
    });
    expect(await runSteps([slow])).toEqual({ passed: 0, failed: 1 });
    await vi.waitFor(() => expect(commandOf(sleeper)).toBe(''));
  });

  it('an interrupted run ends its step, and skipped steps count as failed', async () => {
    const program = `import { runSteps } from ${JSON.stringify(join(import.meta.dirname, 'run-step.ts'))};
      const wait = { name: 'interrupted step', command: ['sh', '-c', 'kill -TERM $PPID; sleep 60'], limitMinutes: 1 };
      console.log(JSON.stringify(await runSteps([wait, wait])));`;
    const run = spawn(process.execPath, ['--input-type=module', '-e', program], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let said = '';
    run.stdout.on('data', (chunk: Buffer) => {
      said += chunk.toString();
    });
    await once(run, 'close');
    expect(said.trim().split('\n').at(-1)).toBe('{"passed":0,"failed":2}');
  });
});

describe('the counts of a report', () => {
  it('Vitest: skipped tests are reported, not counted as passed', () => {
    const report = { numPassedTests: 7, numFailedTests: 1, numPendingTests: 2, numTodoTests: 1 };
    expect(countVitest(writeReport(report))).toEqual({ passed: 7, failed: 1, skipped: 3 });
  });

  it('Playwright: a test that passed only on the retry has passed', () => {
    const report = { stats: { expected: 9, unexpected: 1, flaky: 2, skipped: 1 } };
    expect(countPlaywright(writeReport(report))).toEqual({ passed: 11, failed: 1, skipped: 1 });
  });

  it('the last sum of a log is the one that counts', () => {
    expect(countSummaryLine('2 passed, 2 failed\nmore\n66 passed, 1 failed\n')).toEqual({ passed: 66, failed: 1 });
  });
});
