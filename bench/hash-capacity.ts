import { availableParallelism } from 'node:os';
import { hash, verify } from '@node-rs/argon2';
import { PASSWORD_COST } from './password-cost.ts';

/** Prints as JSON how fast this machine checks passwords now: one after the other, and on all cores at once. */
const SECONDS = 1.5;
const stored = await hash('a password to check', PASSWORD_COST);

async function checksPerSecond(atOnce: number): Promise<number> {
  const end = performance.now() + SECONDS * 1000;
  const start = performance.now();
  let checks = 0;
  const worker = async (): Promise<void> => {
    while (performance.now() < end) {
      await verify(stored, 'a password to check');
      checks++;
    }
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  return (checks * 1000) / (performance.now() - start);
}

const singly = await checksPerSecond(1);
const together = await checksPerSecond(availableParallelism());
process.stdout.write(`${JSON.stringify({ singleHashMs: 1000 / singly, checksPerSecond: together })}\n`);
