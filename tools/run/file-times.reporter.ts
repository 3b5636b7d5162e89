import { writeFileSync } from 'node:fs';
import type { Reporter, TestModule } from 'vitest/node';
import type { FileTime } from './run-summary.ts';

/**
 * Vitest's `json` reporter knows only the time between a file's first and last test. This one
 * writes what each file cost with its imports and hooks, as a list of FileTime to `path`.
 */
export class FileTimesReporter implements Reporter {
  readonly #path: string;

  constructor(path: string) {
    this.#path = path;
  }

  onTestRunEnd(modules: readonly TestModule[]): void {
    const times = modules.map((module): FileTime => {
      const { collectDuration, setupDuration, prepareDuration, duration } = module.diagnostic();
      const milliseconds = collectDuration + setupDuration + prepareDuration + duration;
      return { file: module.relativeModuleId, project: module.project.name, seconds: milliseconds / 1000 };
    });
    writeFileSync(this.#path, JSON.stringify(times));
  }
}
