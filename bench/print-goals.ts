type Shown = string | number;

/** Prints goals and measurements. True when every goal is reached. */
export function printGoals(
  goals: readonly (readonly [name: string, measured: Shown, limit: Shown, reached: boolean])[],
): boolean {
  console.log('| Goal | Measured | Limit | Reached |\n|---|---|---|---|');
  for (const [name, measured, limit, reached] of goals) {
    console.log(`| ${name} | ${measured} | ${limit} | ${reached ? 'yes' : 'NO'} |`);
  }
  return goals.every(([, , , reached]) => reached);
}
