import { availableParallelism } from 'node:os';
import { hash, verify } from '@node-rs/argon2';
import { PASSWORD_COST } from './password-cost.ts';

/**
 * Prints as JSON how fast this machine verifies passwords now: one after the other, and on all
 * cores at once.
 */
const stored = await hash('a password to check', PASSWORD_COST);

async function checksPerSecond(atOnce: number, seconds: number): Promise<number> {
  const end = performance.now() + seconds * 1000;
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

const singly = await checksPerSecond(1, 0.4);
const together = await checksPerSecond(availableParallelism(), 1);
process.stdout.write(`${JSON.stringify({ singleHashMs: 1000 / singly, checksPerSecond: together })}\n`);
