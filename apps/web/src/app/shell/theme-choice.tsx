import { SunMoon } from 'lucide-react';
import { useEffect, useState } from 'react';
import { chooseTheme, rememberedTheme, type Theme } from '../theme.ts';

const LABELS: Record<Theme, string> = { system: 'System theme', light: 'Light theme', dark: 'Dark theme' };

export function ThemeChoice() {
  const [theme, setTheme] = useState<Theme>('system');
  useEffect(() => setTheme(rememberedTheme()), []);
  return (
    <label className="choice">
      <SunMoon className="icon-small" />
      <span>{LABELS[theme]}</span>
      <select
        aria-label="Theme"
        value={theme}
        onChange={(event) => {
          const chosen = event.currentTarget.value as Theme;
          setTheme(chosen);
          chooseTheme(chosen);
        }}
      >
        <option value="system">{LABELS.system}</option>
        <option value="light">{LABELS.light}</option>
        <option value="dark">{LABELS.dark}</option>
      </select>
    </label>
  );
}
