import { useRef, useState, type RefObject } from 'react';
import { photographLimits } from '../../../../domain/files/photographs.ts';
import { sizeInWords } from '../../../../domain/files/limits.ts';
import { useShortDate } from '../../../app/dates.ts';
import { useText } from '../../../app/texts.tsx';
import { announce } from '../../../ui/messages/announce.ts';
import { Notice } from '../../../ui/messages/notice.tsx';
import { moveFocus } from '../../../ui/rescue-focus.ts';
import type { StoredFile } from '../file-api.ts';
import { PageCard } from './page-card.tsx';
import { PageEditor } from './page-editor.tsx';
import { PhotographButton } from './photograph-button.tsx';
import { PanelFoot } from './panel-foot.tsx';
import { PhotographRemarks } from './photograph-remarks.tsx';
import type { UsedPhotographs } from './use-photographs.ts';
import css from './photographs.module.css';

type PhotographPanelProps = {
  photographs: UsedPhotographs;
  /** The directive that the document will replace. */
  before: StoredFile | undefined;
  onFile: () => void;
  onSent: () => void;
  onClose: () => void;
};

/** Photographed pages of a directive, which become one document. */
export function PhotographPanel({ photographs, before, onFile, onSent, onClose }: PhotographPanelProps) {
  const t = useText();
  const shortDate = useShortDate();
  const section = useRef<HTMLElement>(null);
  const [editing, setEditing] = useState<number>();
  const [making, setMaking] = useState(false);
  const { pages, expiresAt } = photographs;
  const count = pages.length;
  const edited = pages.find(({ number }) => number === editing);
  const placeOf = (number: number) => pages.findIndex((page) => page.number === number) + 1;

  if (edited)
    return (
      <section ref={section} aria-label={t('upload.pages.title')}>
        <PageEditor
          page={edited}
          place={placeOf(edited.number)}
          count={count}
          onLook={(view) => photographs.look(edited.number, view)}
          onBack={() => {
            setEditing(undefined);
            moveFocus(() =>
              section.current?.querySelector<HTMLElement>(`[data-page="${edited.number}"] button`),
            );
          }}
        />
      </section>
    );

  return (
    <section ref={section} className={css.panel} aria-label={t('upload.pages.title')}>
      <h3 tabIndex={-1}>{t('upload.pages.title')}</h3>
      <p>{t('upload.pages.help')}</p>
      <p className="small quiet">
        {t('upload.pages.limit', {
          count: photographLimits.pages,
          limit: sizeInWords(photographLimits.bytes),
        })}
      </p>
      {count > 0 && (
        <PageCards photographs={photographs} off={making} section={section} onEdit={setEditing} />
      )}
      {!making && <AddButtons photographs={photographs} />}
      <PhotographRemarks photographs={photographs} />
      {expiresAt && count > 0 && (
        <p className={`small quiet ${css.kept}`}>
          {t('upload.pages.keptUntil', { date: shortDate(expiresAt) })}
        </p>
      )}
      {before && count > 0 && <Notice>{t('upload.replace', { file: before.file_name })}</Notice>}
      <PanelFoot
        photographs={photographs}
        onMaking={setMaking}
        onFile={onFile}
        onSent={onSent}
        onClose={onClose}
      />
    </section>
  );
}

type PageCardsProps = {
  photographs: UsedPhotographs;
  off: boolean;
  section: RefObject<HTMLElement | null>;
  onEdit: (number: number) => void;
};

/** The pages in their order. */
function PageCards({ photographs, off, section, onEdit }: PageCardsProps) {
  const t = useText();
  const { pages } = photographs;
  const count = pages.length;
  const move = (number: number, place: number, by: number) => {
    photographs.move(number, by);
    announce(t('upload.pages.movedTo', { page: place + by, count }));
  };
  const remove = (number: number) => {
    photographs.remove(number);
    announce(t('upload.pages.removed'));
    moveFocus(() => section.current?.querySelector('h3'));
  };
  return (
    <ol className={css.pages} aria-label={t('upload.pages.count', { count })}>
      {pages.map((page, at) => (
        <PageCard
          key={page.number}
          page={page}
          place={at + 1}
          count={count}
          off={off}
          onEdit={() => onEdit(page.number)}
          onMove={(by) => move(page.number, at + 1, by)}
          onRemove={() => remove(page.number)}
          onRetake={(file) => void photographs.replace(page.number, file)}
          onAgain={() => void photographs.sendAgain(page.number)}
          onKeepBlank={() => photographs.keepBlank(page.number)}
        />
      ))}
    </ol>
  );
}

/** The camera of a telephone, and photographs that were already taken. */
function AddButtons({ photographs }: { photographs: UsedPhotographs }) {
  const t = useText();
  const [noCamera, setNoCamera] = useState(false);
  const add = (files: readonly File[]) => {
    setNoCamera(false);
    void photographs.add(files);
  };
  const isFull = photographs.pages.length >= photographLimits.pages;
  const off = isFull ? t('upload.pages.limit', limitWords) : undefined;
  return (
    <>
      <div className={css.acts}>
        <span className={css.camera}>
          <PhotographButton
            camera
            label={t(photographs.pages.length > 0 ? 'upload.pages.takeNext' : 'upload.pages.take')}
            off={off}
            onFiles={add}
            onNone={() => setNoCamera(true)}
          />
        </span>
        <PhotographButton many label={t('upload.pages.choose')} off={off} onFiles={add} />
      </div>
      <div role="status">{noCamera && <Notice>{t('upload.pages.noCamera')}</Notice>}</div>
    </>
  );
}

const limitWords = { count: photographLimits.pages, limit: sizeInWords(photographLimits.bytes) };
