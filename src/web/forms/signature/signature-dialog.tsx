import { useEffect, useId, useRef, useState } from 'react';
import SignaturePad from 'signature_pad';
import { useText } from '../../app/texts.tsx';
import { Button } from '../../ui/buttons/button.tsx';
import { FieldProblem } from '../../ui/fields/field-parts.tsx';
import { Modal } from '../../ui/dialogs/modal.tsx';
import { TextField } from '../../ui/fields/text-field.tsx';
import { useFailureFocus } from '../../ui/fields/use-failure-focus.ts';
import css from './signature.module.css';
import { inkColour, pictureOf, typedPicture } from './signature-picture.ts';

type SignatureDialogProps = {
  /** Name that the typed signature begins with. */
  name: string;
  /** Called with a PNG data URL. */
  onSave: (picture: string) => void;
  onClose: () => void;
};

/** Dialog to draw a signature, or to make one from the typed name for people who cannot draw (D-22). */
export default function SignatureDialog({ name, onSave, onClose }: SignatureDialogProps) {
  const t = useText();
  const [typing, setTyping] = useState(false);
  const [typed, setTyped] = useState(name);
  const [empty, setEmpty] = useState(false);
  const [failures, setFailures] = useState(0);
  const [pad, setPad] = useState<DrawnPad>();
  const box = useRef<HTMLInputElement>(null);
  useFailureFocus(box, failures);
  const picture = typing ? typedPicture(typed) : undefined;
  const change = (toTyping: boolean) => () => {
    setTyping(toTyping);
    setEmpty(false);
    setFailures(0);
  };
  const save = () => {
    const made = typing ? picture : pad && !pad.strokes.isEmpty() && pictureOf(pad.canvas);
    if (made) return onSave(made);
    setEmpty(true);
    setFailures((count) => count + 1);
  };
  const clear = () => {
    pad?.strokes.clear();
    setTyped('');
    setEmpty(false);
  };
  return (
    <Modal
      open
      width={680}
      onClose={onClose}
      title={t('signature.title')}
      lead={t(typing ? 'signature.typed.hint' : 'signature.draw.hint')}
      foot={
        <>
          <Button onClick={save}>{t('signature.save')}</Button>
          <Button variant="two" onClick={clear}>
            {t('signature.clear')}
          </Button>
          <Button variant="text" className="last" onClick={change(!typing)}>
            {t(typing ? 'signature.useDrawn' : 'signature.useTyped')}
          </Button>
        </>
      }
    >
      {typing ? (
        <>
          <TextField
            label={t('signature.typed.label')}
            ref={box}
            value={typed}
            required
            autoFocus
            error={empty && !picture ? t('signature.typed.error.empty') : undefined}
            onChange={(event) => setTyped(event.target.value)}
          />
          {picture && (
            <figure className={css.typed}>
              <figcaption className="small quiet">{t('signature.typed.preview')}</figcaption>
              <div className="sigbox">
                <img className={css.signature} src={picture} alt={t('signatureImage.alt', { name: typed })} />
              </div>
            </figure>
          )}
        </>
      ) : (
        <Drawing
          onPad={setPad}
          problem={empty ? t('signature.error.empty') : undefined}
          failures={failures}
          onInk={() => setEmpty(false)}
        />
      )}
    </Modal>
  );
}

type DrawnPad = { canvas: HTMLCanvasElement; strokes: SignaturePad };

type DrawingProps = {
  onPad: (pad: DrawnPad | undefined) => void;
  problem: string | undefined;
  failures: number;
  onInk: () => void;
};

/** White pad, 280 px high (QSTEP9-08). Rotating a telephone keeps the drawing. */
function Drawing({ onPad, problem, failures, onInk }: DrawingProps) {
  const t = useText();
  const id = useId();
  const canvas = useRef<HTMLCanvasElement>(null);
  useFailureFocus(canvas, failures);
  const ink = useRef(onInk);
  ink.current = onInk;

  useEffect(() => {
    const element = canvas.current;
    if (!element) return undefined;
    const drawn = new SignaturePad(element, { penColor: inkColour, minWidth: 1, maxWidth: 3.2 });
    onPad({ canvas: element, strokes: drawn });
    const fit = () => {
      const ratio = Math.min(2, Math.max(1, window.devicePixelRatio));
      const strokes = drawn.toData();
      element.width = element.offsetWidth * ratio;
      element.height = element.offsetHeight * ratio;
      element.getContext('2d')?.scale(ratio, ratio);
      drawn.fromData(strokes);
    };
    const begun = () => ink.current();
    fit();
    const sizes = new ResizeObserver(fit);
    sizes.observe(element);
    drawn.addEventListener('beginStroke', begun);
    return () => {
      sizes.disconnect();
      drawn.removeEventListener('beginStroke', begun);
      drawn.off();
      onPad(undefined);
    };
  }, [onPad]);

  return (
    <>
      <FieldProblem id={id}>{problem}</FieldProblem>
      <div className="pad">
        <span>{t('signature.draw.line')}</span>
        <canvas
          ref={canvas}
          className={css.canvas}
          role="img"
          tabIndex={-1}
          aria-label={t('signature.title')}
          aria-describedby={problem ? `${id}-error` : undefined}
        />
      </div>
    </>
  );
}
