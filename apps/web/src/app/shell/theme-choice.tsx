import { SunMoon } from 'lucide-react';
import { useEffect, useState } from 'react';
import { phrase } from '../../shared/i18n/translate.ts';
import { useText } from '../../shared/i18n/use-text.ts';
import { chooseTheme, rememberedTheme, type Theme } from '../theme.ts';

const LABELS: Record<Theme, string> = {
  system: phrase('System theme'),
  light: phrase('Light theme'),
  dark: phrase('Dark theme'),
};

export function ThemeChoice() {
  const t = useText();
  const [theme, setTheme] = useState<Theme>('system');
  useEffect(() => setTheme(rememberedTheme()), []);
  return (
    <label className="choice">
      <SunMoon className="icon-small" />
      <span>{t(LABELS[theme])}</span>
      <select
        aria-label={t('Theme')}
        value={theme}
        onChange={(event) => {
          const chosen = event.currentTarget.value as Theme;
          setTheme(chosen);
          chooseTheme(chosen);
        }}
      >
        <option value="system">{t(LABELS.system)}</option>
        <option value="light">{t(LABELS.light)}</option>
        <option value="dark">{t(LABELS.dark)}</option>
      </select>
    </label>
  );
}
