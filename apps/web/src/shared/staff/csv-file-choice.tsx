import { FileSpreadsheet } from 'lucide-react';
import { useRef } from 'react';
import { formatFileSize } from '../format/file-size.ts';
import { Button } from '../ui/button/button.tsx';

/** `hint` says what the file holds, until one is chosen. */
type Props = { file: File | null; hint: string; error: string | undefined; onChoose: (file: File) => void };

/** A button by which a CSV file is chosen, with its name and size. */
export function CsvFileChoice({ file, hint, error, onChoose }: Props) {
  const chooser = useRef<HTMLInputElement>(null);
  return (
    <div className="grid justify-items-start gap-2">
      <Button variant="secondary" onClick={() => chooser.current?.click()}>
        <FileSpreadsheet />
        {file ? 'Choose another file' : 'Choose a CSV file'}
      </Button>
      <p className="muted small wrap-anywhere" aria-live="polite">
        {file ? `${file.name}, ${formatFileSize(file.size)}` : hint}
      </p>
      {error && (
        <p className="field-error" role="alert">
          {error}
        </p>
      )}
      <input
        ref={chooser}
        type="file"
        accept=".csv,text/csv"
        hidden
        onChange={({ currentTarget }) => {
          const [chosen] = currentTarget.files ?? [];
          if (chosen) onChoose(chosen);
          currentTarget.value = '';
        }}
      />
    </div>
  );
}
