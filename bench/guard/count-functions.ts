import type { Inspector } from './inspector.ts';

type Coverage = {
  readonly result: readonly {
    readonly functions: readonly { readonly ranges: readonly [{ readonly count: number }] }[];
  }[];
};

/**
 * How many JavaScript functions a process calls while `run` does something. V8 compiles nothing
 * meanwhile, so that it counts each call: the same work gives the same number on every machine.
 */
export async function countFunctions({ ask }: Inspector, run: () => Promise<unknown>): Promise<number> {
  await ask('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
  await ask('Profiler.takePreciseCoverage');
  await run();
  const { result } = await ask<Coverage>('Profiler.takePreciseCoverage');
  await ask('Profiler.stopPreciseCoverage');
  return result.flatMap(({ functions }) => functions).reduce((sum, { ranges }) => sum + ranges[0].count, 0);
}
