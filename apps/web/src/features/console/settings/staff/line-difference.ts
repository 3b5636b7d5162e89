/** A line that only the text before has, only the text after, or both. */
export type DifferentLine = { readonly kind: 'removed' | 'added' | 'same'; readonly text: string };

/** Lengths of the longest common rest of two texts from each pair of lines on. */
function commonRests(before: readonly string[], after: readonly string[]): number[][] {
  const rests = Array.from({ length: before.length + 1 }, () => new Array<number>(after.length + 1).fill(0));
  for (let i = before.length - 1; i >= 0; i -= 1) {
    const row = rests[i] as number[];
    for (let j = after.length - 1; j >= 0; j -= 1) {
      row[j] =
        before[i] === after[j] ? 1 + (rests[i + 1]?.[j + 1] ?? 0) : Math.max(rests[i + 1]?.[j] ?? 0, row[j + 1] ?? 0);
    }
  }
  return rests;
}

/** The lines of two texts in order, with as few as possible removed and added. */
export function lineDifference(before: string, after: string): DifferentLine[] {
  const [old, fresh] = [before.split('\n'), after.split('\n')];
  const rests = commonRests(old, fresh);
  const lines: DifferentLine[] = [];
  let [i, j] = [0, 0];
  while (i < old.length || j < fresh.length) {
    if (i < old.length && j < fresh.length && old[i] === fresh[j]) {
      lines.push({ kind: 'same', text: old[i] ?? '' });
      i += 1;
      j += 1;
    } else if (i < old.length && (j === fresh.length || (rests[i + 1]?.[j] ?? 0) >= (rests[i]?.[j + 1] ?? 0))) {
      lines.push({ kind: 'removed', text: old[i] ?? '' });
      i += 1;
    } else {
      lines.push({ kind: 'added', text: fresh[j] ?? '' });
      j += 1;
    }
  }
  return lines;
}
