import { useEffect, useRef } from 'react';
import {
  edges,
  turnedRight,
  uncropped,
  withCrop,
  type Edge,
  type PageView,
} from '../../../../domain/files/photographs.ts';
import { useText } from '../../../app/texts.tsx';
import { Button } from '../../../ui/buttons/button.tsx';
import { announce } from '../../../ui/messages/announce.ts';
import { CropBar } from './crop-bar.tsx';
import type { Page } from './kept/page-list.ts';
import { PagePicture, shapeOf } from './page-picture.tsx';
import css from './photographs.module.css';

/** Height of the photograph, in percent of the screen. */
const heightOfScreen = 56;

/** Change of a crop by one press of a button, in percent. */
const buttonStep = 2;

type PageEditorProps = {
  page: Page;
  place: number;
  count: number;
  onLook: (view: PageView) => void;
  onBack: () => void;
};

/** One page in large, to turn and to crop. */
export function PageEditor({ page, place, count, onLook, onBack }: PageEditorProps) {
  const t = useText();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const { crop } = page;
  const turn = (view: PageView) => {
    onLook(view);
    announce(t('upload.pages.turned'));
  };
  return (
    <div className={css.editor}>
      <h3 ref={heading} tabIndex={-1}>
        {t('upload.pages.pageOf', { page: place, count })}
      </h3>
      <div className={css.acts}>
        <Button variant="two" onClick={() => turn(turnedRight(turnedRight(turnedRight(page))))}>
          {t('upload.pages.turnLeft')}
        </Button>
        <Button variant="two" onClick={() => turn(turnedRight(page))}>
          {t('upload.pages.turnRight')}
        </Button>
      </div>
      <CropStage page={page} place={place} onLook={onLook} />
      <h4>{t('upload.pages.crop')}</h4>
      <p className="small quiet">{t('upload.pages.cropHint')}</p>
      <ul className={css.steps}>
        {edges.map((edge) => (
          <CropSteps
            key={edge}
            edge={edge}
            percent={crop[edge]}
            onStep={(by) => onLook({ turn: page.turn, crop: withCrop(crop, edge, crop[edge] + by) })}
          />
        ))}
      </ul>
      <div className={css.acts}>
        <Button onClick={onBack}>{t('upload.pages.back')}</Button>
        <Button variant="two" onClick={() => onLook({ turn: page.turn, crop: uncropped })}>
          {t('upload.pages.whole')}
        </Button>
      </div>
    </div>
  );
}

/** The whole photograph with a bar at each edge. Parts that will be cut off are shaded. */
function CropStage({ page, place, onLook }: Pick<PageEditorProps, 'page' | 'place' | 'onLook'>) {
  const t = useText();
  const frame = useRef<HTMLDivElement>(null);
  const { crop } = page;
  const shape = shapeOf(page.picture, page);
  return (
    <div className={css.stage}>
      <div
        ref={frame}
        className={css.frame}
        style={{ aspectRatio: shape, width: `min(100%, ${shape * heightOfScreen}vh)` }}
      >
        <PagePicture
          picture={page.picture}
          view={page}
          whole
          label={t('upload.pages.picture', { page: place })}
        />
        {edges.map((edge) => (
          <span
            key={edge}
            className={css.cutOff}
            data-edge={edge}
            style={
              edge === 'top' || edge === 'bottom' ? { height: `${crop[edge]}%` } : { width: `${crop[edge]}%` }
            }
          />
        ))}
        {edges.map((edge) => (
          <CropBar
            key={edge}
            edge={edge}
            crop={crop}
            frame={() => frame.current?.getBoundingClientRect()}
            onCrop={(next) => onLook({ turn: page.turn, crop: next })}
          />
        ))}
      </div>
    </div>
  );
}

type CropStepsProps = { edge: Edge; percent: number; onStep: (by: number) => void };

/** Buttons that crop one edge, for hands that cannot drag. */
function CropSteps({ edge, percent, onStep }: CropStepsProps) {
  const t = useText();
  const name = t(`upload.pages.edge.${edge}`);
  return (
    <li>
      <b>{name}</b>
      <button
        type="button"
        className={css.step}
        aria-label={t('upload.pages.less', { edge: name })}
        onClick={() => onStep(-buttonStep)}
      >
        −
      </button>
      <span className={css.percent}>{percent}%</span>
      <button
        type="button"
        className={css.step}
        aria-label={t('upload.pages.more', { edge: name })}
        onClick={() => onStep(buttonStep)}
      >
        +
      </button>
    </li>
  );
}
