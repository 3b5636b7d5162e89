import type { Inspector } from '../portal/inspector.ts';
import type { Counted } from './work-of-a-request.ts';

type Coverage = {
  readonly result: readonly {
    readonly scriptId: string;
    readonly functions: readonly {
      readonly ranges: readonly [{ readonly startOffset: number; readonly count: number }];
    }[];
  }[];
};

/**
 * How often a process calls each JavaScript function while `run` does something. Optimized code does not run
 * meanwhile, so that each call is counted: the same work gives the same number on every machine
 * (https://chromedevtools.github.io/devtools-protocol/v8/Profiler/#method-startPreciseCoverage).
 */
export async function countFunctions({ ask }: Inspector, run: () => Promise<unknown>): Promise<Counted> {
  await ask('Profiler.enable');
  await ask('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
  await ask('Profiler.takePreciseCoverage');
  await run();
  const { result } = await ask<Coverage>('Profiler.takePreciseCoverage');
  await ask('Profiler.stopPreciseCoverage');
  return new Map(
    result.flatMap(({ scriptId, functions }) =>
      functions.map(({ ranges: [{ startOffset, count }] }) => [`${scriptId}:${startOffset}`, count]),
    ),
  );
}
