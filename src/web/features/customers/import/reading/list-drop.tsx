import { useId, useRef, useState, type DragEvent } from 'react';
import { useText } from '../../../../app/texts.tsx';
import { Button } from '../../../../ui/buttons/button.tsx';
import { classNames } from '../../../../ui/class-names.ts';
import { Icon } from '../../../../ui/drawings/icon.tsx';
import { useNoFallBeside } from '../../../../ui/use-no-fall-beside.ts';
import css from '../import.module.css';

/** Area to drop a list or to browse for it (IMPORT-02). */
export function ListDrop({ off, onFile }: { off: boolean; onFile: (file: File) => void }) {
  const t = useText();
  const hintId = useId();
  const box = useRef<HTMLInputElement>(null);
  const [over, setOver] = useState(false);
  useNoFallBeside();
  const take = (files: FileList | null) => {
    const [file] = files ?? [];
    if (file && !off) onFile(file);
  };
  return (
    <div
      className={classNames('drop', css.zone, over && !off && css.over)}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event: DragEvent) => {
        event.preventDefault();
        setOver(false);
        take(event.dataTransfer.files);
      }}
    >
      <Icon name="upload" />
      <p className={css.dropWords}>
        <b>{t('import.drop')}</b>
      </p>
      <div className="acts">
        <input
          ref={box}
          type="file"
          hidden
          accept=".csv,text/csv"
          onChange={({ target }) => {
            take(target.files);
            // Lets the user choose the same file again after correcting it.
            target.value = '';
          }}
        />
        <Button variant="two" off={off} aria-describedby={hintId} onClick={() => box.current?.click()}>
          {t('import.browse')}
        </Button>
      </div>
      <p className="small quiet" id={hintId}>
        {t('import.limit')}
      </p>
    </div>
  );
}
