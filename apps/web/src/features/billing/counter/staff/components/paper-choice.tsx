import './paper-roll.css';

const PAPERS = { a4: 'A4', roll: '80 mm roll' } as const;
type Paper = keyof typeof PAPERS;

/** The paper in the printer. */
export function PaperChoice({ paper, onChoose }: { paper: Paper; onChoose: (paper: Paper) => void }) {
  return (
    <fieldset className="flex flex-wrap items-center gap-x-5 gap-y-1">
      <legend className="sr-only">Paper</legend>
      {(['a4', 'roll'] as const).map((each) => (
        <label key={each} className="flex min-h-11 cursor-pointer items-center gap-2.5">
          <input
            type="radio"
            name="paper"
            className="size-5 accent-primary"
            checked={paper === each}
            onChange={() => onChoose(each)}
          />
          {PAPERS[each]}
        </label>
      ))}
    </fieldset>
  );
}
