import { setImmediate as nextTurn } from 'node:timers/promises';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createSemaphore } from './create-semaphore.ts';

/** Pieces of work that end when the test says so, in the order in which they began, and the numbers of those that were given back. */
function workshop(width: number, together: number) {
  const inTurn = createSemaphore(width, together);
  const begun: { readonly number: number; readonly end: (failure?: Error) => void }[] = [];
  const back: number[] = [];
  let most = 0;
  let atWork = 0;
  const bring = (number: number): Promise<void> => {
    const given = inTurn(async () => {
      most = Math.max(most, ++atWork);
      await new Promise<void>((resolve, reject) => {
        begun.push({ number, end: (failure) => (failure ? reject(failure) : resolve()) });
      });
    });
    const noted = () => void back.push(number);
    return given.then(noted, noted);
  };
  const endNext = async (failure?: Error): Promise<void> => {
    atWork--;
    begun.shift()?.end(failure);
    await nextTurn();
  };
  return { bring, endNext, begun, back, most: () => most };
}

it('gives back at once what nobody waits behind', async () => {
  const { bring, endNext, back } = workshop(2, 8);
  void bring(1);
  void bring(2);
  await nextTurn();
  await endNext();
  expect(back).toEqual([1]);
  await endNext(new Error('no memory'));
  expect(back).toEqual([1, 2]);
});

it('gives back together, in their order, what is done while others wait, and the rest as soon as the queue is empty', async () => {
  const { bring, endNext, back } = workshop(1, 3);
  for (const number of [1, 2, 3, 4, 5, 6]) void bring(number);
  await nextTurn();
  const after: number[] = [];
  for (let ended = 1; ended <= 6; ended++) {
    await endNext();
    after.push(back.length);
  }
  expect(after).toEqual([0, 0, 3, 3, 5, 6]);
  expect(back).toEqual([1, 2, 3, 4, 5, 6]);
});

it('never loses one and never lets more than its width work, in whatever order work is brought, ends and fails', async () => {
  const steps = fc.array(fc.constantFrom('bring', 'end', 'fail'), { maxLength: 60 });
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 4 }),
      fc.integer({ min: 1, max: 8 }),
      steps,
      async (width, together, plan) => {
        const { bring, endNext, begun, back, most } = workshop(width, together);
        const brought: Promise<void>[] = [];
        for (const step of plan) {
          if (step === 'bring') brought.push(bring(brought.length));
          else if (begun.length > 0) await endNext(step === 'fail' ? new Error('no memory') : undefined);
        }
        await nextTurn();
        while (begun.length > 0) await endNext();
        await Promise.all(brought);
        expect(back.toSorted((a, b) => a - b)).toEqual(brought.map((_, number) => number));
        expect(most()).toBeLessThanOrEqual(width);
      },
    ),
  );
});
