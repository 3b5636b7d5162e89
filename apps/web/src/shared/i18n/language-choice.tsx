import { ChevronDown, Languages } from 'lucide-react';
import { toast } from '../ui/toast.ts';
import { chooseLanguage } from './chosen-language.ts';
import { isLanguageCode, languages } from './languages.ts';
import { useLanguage, useText } from './use-text.ts';

async function choose(code: string) {
  if (!isLanguageCode(code)) return;
  try {
    await chooseLanguage(code);
  } catch {
    toast({
      title: 'Language not changed',
      description: 'Its words could not be fetched. Check your connection and try again.',
      variant: 'destructive',
    });
  }
}

/** A list of the four languages, for the navigation bar. */
export function LanguageChoice() {
  const t = useText();
  const code = useLanguage();
  const current = languages.find((language) => language.code === code);
  return (
    <label className="choice">
      <Languages />
      <span className="choice-label">{current?.nativeName}</span>
      <ChevronDown className="icon-small" />
      <select aria-label={t('Language')} value={code} onChange={(event) => void choose(event.currentTarget.value)}>
        {languages.map((language) => (
          <option key={language.code} value={language.code} lang={language.code}>
            {language.nativeName}
          </option>
        ))}
      </select>
    </label>
  );
}

/** The four languages side by side, for the mobile menu. */
export function LanguageRow() {
  const t = useText();
  const code = useLanguage();
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms; these are plain buttons.
    <div className="menu-languages" role="group" aria-label={t('Language')}>
      {languages.map((language) => (
        <button
          key={language.code}
          type="button"
          lang={language.code}
          aria-pressed={language.code === code}
          onClick={() => void choose(language.code)}
        >
          {language.nativeName}
        </button>
      ))}
    </div>
  );
}
