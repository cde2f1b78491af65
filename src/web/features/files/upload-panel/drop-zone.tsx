import { useId, useRef, useState, type ChangeEvent, type DragEvent } from 'react';
import type { FileCategory } from '../../../../domain/files/categories.ts';
import { extensionsOf } from '../../../../domain/files/file-types.ts';
import { filesAtOnce, maxBytesOf, sizeInWords } from '../../../../domain/files/limits.ts';
import { useText } from '../../../app/texts.tsx';
import { Button } from '../../../ui/buttons/button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { Icon } from '../../../ui/drawings/icon.tsx';
import { useNoFallBeside } from '../../../ui/use-no-fall-beside.ts';
import css from '../files.module.css';

export type DropZoneProps = {
  category: FileCategory;
  /** No files can be chosen now, because an upload is running. */
  off: boolean;
  onFiles: (files: readonly File[]) => void;
  /** Opens the pages to photograph; undefined where photographs do not become one document. */
  onPhotograph: (() => void) | undefined;
};

/** Area to drop files or to browse for them, or, on a telephone, to take photographs (UPLOAD-01). */
export function DropZone({ category, off, onFiles, onPhotograph }: DropZoneProps) {
  const t = useText();
  const hintId = useId();
  const [over, setOver] = useState(false);
  const count = filesAtOnce[category];
  const many = count > 1;
  useNoFallBeside();

  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    if (!off) onFiles([...event.dataTransfer.files]);
  };

  return (
    <div
      className={classNames('drop', css.zone, over && !off && css.over)}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <Icon name="upload" />
      <p className={css.dropWords}>
        <b>{t(many ? 'upload.dropMany' : 'upload.drop')}</b>
      </p>
      <div className="acts">
        <FileButton
          label={t(many ? 'upload.browseMany' : 'upload.browse')}
          accept={extensionsOf[category].map((extension) => `.${extension}`).join(',')}
          many={many}
          off={off}
          describedBy={hintId}
          onFiles={onFiles}
        />
        {onPhotograph && (
          <Button variant="two" onClick={onPhotograph}>
            {t('upload.pages.choice')}
          </Button>
        )}
        {category === 'ADDITIONAL_DOCUMENT' && (
          <div className={css.camera}>
            <FileButton label={t('upload.camera')} accept="image/jpeg" camera off={off} onFiles={onFiles} />
            <p className="small quiet">{t('upload.cameraHint')}</p>
          </div>
        )}
      </div>
      <p className="small quiet" id={hintId}>
        {t(`upload.limit.${category}`, { count, limit: sizeInWords(maxBytesOf(category)) })}
      </p>
      {onPhotograph && <p className="small quiet">{t('upload.pages.choiceHint')}</p>}
    </div>
  );
}

type FileButtonProps = {
  label: string;
  accept: string;
  many?: boolean;
  camera?: boolean;
  off: boolean;
  describedBy?: string;
  onFiles: (files: readonly File[]) => void;
};

/** Button that opens the browser's file dialog, or the camera. */
function FileButton({ label, accept, many, camera, off, describedBy, onFiles }: FileButtonProps) {
  const box = useRef<HTMLInputElement>(null);
  const take = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const files = [...(target.files ?? [])];
    // Lets the user choose the same file again after removing it.
    target.value = '';
    if (files.length > 0) onFiles(files);
  };
  return (
    <>
      <input
        ref={box}
        type="file"
        hidden
        accept={accept}
        multiple={many}
        capture={camera ? 'environment' : undefined}
        onChange={take}
      />
      <Button variant="two" off={off} aria-describedby={describedBy} onClick={() => box.current?.click()}>
        {label}
      </Button>
    </>
  );
}
