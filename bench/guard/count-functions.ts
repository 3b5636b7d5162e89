import type { Inspector } from '../portal/inspector.ts';

type Coverage = {
  readonly result: readonly {
    readonly functions: readonly { readonly ranges: readonly [{ readonly count: number }] }[];
  }[];
};

/**
 * How many JavaScript functions a process calls while `run` does something. Optimized code does not run
 * meanwhile, so that each call is counted: the same work gives the same number on every machine
 * (https://chromedevtools.github.io/devtools-protocol/v8/Profiler/#method-startPreciseCoverage).
 */
export async function countFunctions({ ask }: Inspector, run: () => Promise<unknown>): Promise<number> {
  await ask('Profiler.enable');
  await ask('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
  await ask('Profiler.takePreciseCoverage');
  await run();
  const { result } = await ask<Coverage>('Profiler.takePreciseCoverage');
  await ask('Profiler.stopPreciseCoverage');
  return result.flatMap(({ functions }) => functions).reduce((sum, { ranges }) => sum + ranges[0].count, 0);
}
