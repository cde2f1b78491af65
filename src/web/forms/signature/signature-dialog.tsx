import { useEffect, useId, useRef, useState, type RefObject } from 'react';
import SignaturePad from 'signature_pad';
import { useText } from '../../app/texts.tsx';
import { Button } from '../../ui/buttons/button.tsx';
import { FieldProblem } from '../../ui/fields/field-parts.tsx';
import { Modal } from '../../ui/dialogs/modal.tsx';
import { TextField } from '../../ui/fields/text-field.tsx';
import { useFailureFocus } from '../../ui/fields/use-failure-focus.ts';
import css from './signature.module.css';
import { inkColour, pictureOf, typedPicture } from './signature-picture.ts';
import { longestTypedName, typedNameFrom } from '../../../domain/plan/signature/typed-signature.ts';

type SignatureDialogProps = {
  /** Name that the typed signature begins with. */
  name: string;
  /** Whether saving the signature also completes the plan. */
  completes: boolean;
  /** Called with a PNG data URL. */
  onSave: (picture: string) => void;
  onClose: () => void;
};

/** Returns the picture of a typed name while `typing`, that of the previous name until the next one is drawn. */
function useTypedPicture(typing: boolean, typed: string): string | undefined {
  const [picture, setPicture] = useState<string>();
  useEffect(() => {
    if (!typing) return undefined;
    let isCurrent = true;
    void typedPicture(typed).then((drawn) => isCurrent && setPicture(drawn));
    return () => {
      isCurrent = false;
    };
  }, [typing, typed]);
  return picture;
}

/** State of a signature that is drawn, or made from a typed name. `save` shows an error if it is still empty. */
function useSignature({ name, onSave }: Pick<SignatureDialogProps, 'name' | 'onSave'>) {
  const [typing, setTyping] = useState(false);
  const [typed, setTyped] = useState(name);
  const [empty, setEmpty] = useState(false);
  const [failures, setFailures] = useState(0);
  const [pad, setPad] = useState<DrawnPad>();
  const picture = useTypedPicture(typing, typed);
  const change = (toTyping: boolean) => () => {
    setTyping(toTyping);
    setEmpty(false);
    setFailures(0);
  };
  const save = async () => {
    const made = typing ? await typedPicture(typed) : pad && !pad.strokes.isEmpty() && pictureOf(pad.canvas);
    if (made) return onSave(made);
    setEmpty(true);
    setFailures((count) => count + 1);
  };
  const clear = () => {
    pad?.strokes.clear();
    setTyped('');
    setEmpty(false);
  };
  const noteInk = () => setEmpty(false);
  return { typing, typed, empty, failures, picture, setTyped, setPad, change, save, clear, noteInk };
}

/** Dialog to draw a signature, or to make one from the typed name for people who cannot draw (D-22). */
export default function SignatureDialog({ name, completes, onSave, onClose }: SignatureDialogProps) {
  const t = useText();
  const signature = useSignature({ name, onSave });
  const { typing, typed, empty, failures, picture, change } = signature;
  const box = useRef<HTMLInputElement>(null);
  useFailureFocus(box, failures);
  return (
    <Modal
      open
      width={680}
      onClose={onClose}
      title={t('signature.title')}
      lead={t(typing ? 'signature.typed.hint' : 'signature.draw.hint')}
      foot={
        <>
          <Button onClick={() => void signature.save()}>{t('signature.save')}</Button>
          <Button variant="two" onClick={signature.clear}>
            {t('signature.clear')}
          </Button>
          <Button variant="text" className="last" onClick={change(!typing)}>
            {t(typing ? 'signature.useDrawn' : 'signature.useTyped')}
          </Button>
        </>
      }
    >
      {typing ? (
        <Typing
          box={box}
          typed={typed}
          picture={picture}
          problem={empty && typedNameFrom(typed) === null ? t('signature.typed.error.empty') : undefined}
          onType={signature.setTyped}
        />
      ) : (
        <Drawing
          onPad={signature.setPad}
          problem={empty ? t('signature.error.empty') : undefined}
          failures={failures}
          onInk={signature.noteInk}
        />
      )}
      {completes && <p className={css.completes}>{t('signature.completes')}</p>}
    </Modal>
  );
}

type TypingProps = {
  box: RefObject<HTMLInputElement | null>;
  typed: string;
  /** Signature made from the typed name, as a PNG data URL. */
  picture: string | undefined;
  problem: string | undefined;
  onType: (typed: string) => void;
};

function Typing({ box, typed, picture, problem, onType }: TypingProps) {
  const t = useText();
  return (
    <>
      <TextField
        label={t('signature.typed.label')}
        ref={box}
        value={typed}
        required
        autoFocus
        maxLength={longestTypedName}
        error={problem}
        onChange={(event) => onType(event.target.value)}
      />
      {typedNameFrom(typed) !== null && (
        <figure className={css.typed}>
          <figcaption className="small quiet">{t('signature.typed.preview')}</figcaption>
          <div className="sigbox">
            {picture && (
              <img className={css.signature} src={picture} alt={t('signatureImage.alt', { name: typed })} />
            )}
          </div>
        </figure>
      )}
    </>
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
