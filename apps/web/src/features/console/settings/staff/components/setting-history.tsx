import type { Setting } from '@portal/contract/console/settings';
import { publishSetting } from '@portal/contract/console/settings';
import { formatMoment } from '../../../../../shared/format/date.ts';
import { Allowed } from '../../../../../shared/staff/allowed.tsx';
import { Button } from '../../../../../shared/ui/button/button.tsx';
import { SettingDifference } from './setting-difference.tsx';

type SettingHistoryProps = {
  setting: Setting;
  /** Puts a value into the editor. */
  onRestore: (value: unknown) => void;
};

/** The versions of a group, newest first, each with its difference to the one before. */
export function SettingHistory({ setting, onRestore }: SettingHistoryProps) {
  const { subject, versions, initial, number } = setting;
  const effective = (value: unknown) => value ?? initial;
  return (
    <section aria-labelledby="history-title" className="mt-10">
      <h2 className="h3" id="history-title">
        History
      </h2>
      <ol className="mt-3 border-ink border-t">
        {versions.map((version, index) => (
          <li key={version.number} className="border-line border-b py-3">
            <p className="font-semibold">
              Version {version.number}
              {version.number === number && <span className="soft font-normal">, published</span>}
            </p>
            <p className="break-words">{version.note}</p>
            <p className="muted small">
              {version.by.name}, {formatMoment(version.at)}
            </p>
            <details className="mt-1">
              <summary className="link inline-flex min-h-11 cursor-pointer items-center">What changed</summary>
              <SettingDifference
                subject={subject}
                before={index + 1 < versions.length ? effective(versions[index + 1]?.value) : initial}
                after={effective(version.value)}
              />
            </details>
            {version.number !== number && (
              <Restore what={`version ${version.number}`} onRestore={() => onRestore(effective(version.value))} />
            )}
          </li>
        ))}
        <li className="py-3">
          <p className="font-semibold">
            As installed{number === 0 && <span className="soft font-normal">, in use</span>}
          </p>
          <p className="muted small">From the files and the environment of this installation</p>
          {number > 0 && <Restore what="what was installed" onRestore={() => onRestore(initial)} />}
        </li>
      </ol>
    </section>
  );
}

function Restore({ what, onRestore }: { what: string; onRestore: () => void }) {
  return (
    <Allowed to={publishSetting}>
      <Button variant="quiet" onClick={onRestore} aria-label={`Restore ${what}`}>
        Restore
      </Button>
    </Allowed>
  );
}
