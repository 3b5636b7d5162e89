import { useText } from '../../../../shared/i18n/use-text.ts';

export type ReducedDataChoice = { readonly light: boolean; readonly onLight: (light: boolean) => void };

/** For phones on mobile data: whether the next test is the short one. */
export function ReducedDataSwitch({ light, onLight }: ReducedDataChoice) {
  const t = useText();
  return (
    <label className="speed-reduced-data">
      <input type="checkbox" checked={light} onChange={(event) => onLight(event.target.checked)} />
      <span className="semi">{t('Use less data')}</span>
    </label>
  );
}
