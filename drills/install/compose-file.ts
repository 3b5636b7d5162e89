import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { ROOT } from '../../tools/run/run-step.ts';

/** Compose understands deploy/compose.yaml with the files that an operator gives it. Throws otherwise. */
export function checkCompose(report: (sentence: string) => void): void {
  const files = ['deploy/image-versions', 'deploy/portal.env.example'];
  const settings = files.map((file) => parseEnv(readFileSync(join(ROOT, file), 'utf8')));
  // Debian's docker-compose takes one file of settings only.
  const env = Object.assign({ PATH: process.env.PATH }, ...settings);
  const args = ['--file', join(ROOT, 'deploy/compose.yaml'), 'config', '--services'];
  const { status, error, stdout, stderr } = spawnSync('docker-compose', args, { env, encoding: 'utf8' });
  if (status !== 0) throw new Error(`docker-compose config: ${error?.message ?? stderr}`);
  report(`Compose accepts deploy/compose.yaml: ${stdout.trim().split('\n').sort().join(', ')}`);
}
