import type { CSSProperties } from 'react';
import { formatExactNaira } from '../../format/naira.ts';

export type OneLineAmountProps = {
  naira: number;
  /** The size of letters that an amount of few digits has, in CSS. */
  largest: string;
};

/** An amount as large as it fits on one line: a trillion naira on a phone too. */
export function OneLineAmount({ naira, largest }: OneLineAmountProps) {
  const text = formatExactNaira(naira);
  return (
    <div className="@container">
      <p
        className="break-all font-light text-[min(var(--largest),calc(100cqi/var(--length)/0.56))] leading-none tracking-[-0.045em]"
        style={{ '--largest': largest, '--length': text.length } as CSSProperties}
      >
        {text}
      </p>
    </div>
  );
}
