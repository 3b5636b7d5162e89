import { ChevronDown, Languages } from 'lucide-react';
import { chooseLanguage } from './chosen-language.ts';
import { isLanguageCode, languages } from './languages.ts';
import { useLanguage, useText } from './use-text.ts';

function choose(code: string) {
  if (isLanguageCode(code)) void chooseLanguage(code);
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
      <select aria-label={t('Language')} value={code} onChange={(event) => choose(event.currentTarget.value)}>
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
          onClick={() => choose(language.code)}
        >
          {language.nativeName}
        </button>
      ))}
    </div>
  );
}
