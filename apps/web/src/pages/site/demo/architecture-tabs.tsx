import { useState } from 'react';
import { useText } from '../../../shared/i18n/use-text.ts';
import { Tabs } from '../../../shared/ui/navigation/tabs.tsx';
import { architecture } from './architecture.ts';

/** How the portal is made, in four parts. */
export function ArchitectureTabs() {
  const t = useText();
  const [current, setCurrent] = useState(architecture[0]?.id ?? '');
  const part = architecture.find(({ id }) => id === current);
  return (
    <section className="mt-16" aria-labelledby="architecture-title">
      <h2 className="h2 mb-3" id="architecture-title">
        {t('Technical architecture')}
      </h2>
      <Tabs
        label={t('Parts of the architecture')}
        tabs={architecture.map(({ id, name }) => ({ id, label: t(name) }))}
        current={current}
        onChange={setCurrent}
      >
        <dl className="grid gap-x-10 pt-2 sm:grid-cols-[220px_1fr]">
          {part?.facts.map(({ name, text }) => (
            <div
              key={name}
              className="col-span-full grid gap-x-10 gap-y-1 border-line border-b py-4 sm:grid-cols-subgrid"
            >
              <dt className="semi">{t(name)}</dt>
              <dd className="soft max-w-[44em]">{t(text)}</dd>
            </div>
          ))}
        </dl>
      </Tabs>
    </section>
  );
}
