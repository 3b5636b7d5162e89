import { useText } from '../../../../shared/i18n/use-text.ts';

export type LightChoice = { readonly light: boolean; readonly onLight: (light: boolean) => void };

/** For phones on mobile data: whether the next test is the short one. */
export function LightSwitch({ light, onLight }: LightChoice) {
  const t = useText();
  return (
    <label className="speed-light">
      <input type="checkbox" checked={light} onChange={(event) => onLight(event.target.checked)} />
      <span className="semi">{t('Use less data')}</span>
    </label>
  );
}
